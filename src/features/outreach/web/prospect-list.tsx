import { SelectLoaded } from '#web/ui/list-parts.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Selection } from '#web/ui/use-selection.ts';
import { type WindowRows, WindowTable, WindowTableSkeleton } from '#web/ui/window-table.tsx';
import type { Prospect } from '../contract.ts';
import { ProspectCard, ProspectRow, rowColumns } from './prospect-row.tsx';

/** Pixels: two lines of text in a row, three in a card. */
const heights = { row: 60, card: 108 };

interface ProspectListProps extends WindowRows<Prospect> {
  /** Null for who may do nothing with many prospects. */
  selection: Selection | null;
}

/** 100,000 prospects as a table, or as cards under 768 px: only what is seen is in the page. */
export function ProspectList({ selection, ...list }: ProspectListProps) {
  return (
    <WindowTable
      label="Prospects"
      of="prospects"
      columns={rowColumns}
      heights={heights}
      {...list}
      head={
        <>
          <th scope="col" className="flex items-center gap-3">
            <SelectLoaded label="Select the prospects shown" selection={selection} />
            Business
          </th>
          <th scope="col">Contact</th>
          <th scope="col" className="hidden lg:block">
            Industry
          </th>
          <th scope="col">Status</th>
          <th scope="col" className="text-right">
            Last contacted
          </th>
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </>
      }
    >
      {(prospect, place, narrow) =>
        narrow ? (
          <ProspectCard key={prospect.id} {...place} prospect={prospect} selection={selection} />
        ) : (
          <ProspectRow key={prospect.id} {...place} prospect={prospect} selection={selection} />
        )
      }
    </WindowTable>
  );
}

/** Rows in their final place before they are there. */
export function ProspectListSkeleton() {
  return (
    <WindowTableSkeleton label="Loading prospects" row={`${rowColumns} h-27 md:h-15`} count={10}>
      {(width) => (
        <>
          <Skeleton className={width} />
          <Skeleton className="hidden w-2/3 md:block" />
          <Skeleton className="hidden w-1/2 lg:block" />
          <Skeleton className="h-5 w-20 rounded-full max-md:ml-auto" />
          <Skeleton className="ml-auto hidden w-16 md:block" />
        </>
      )}
    </WindowTableSkeleton>
  );
}
