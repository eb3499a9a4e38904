import type { Enrolment } from '#features/outreach/sequence-contract.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type WindowRows, WindowTable, WindowTableSkeleton } from '#web/ui/window-table.tsx';
import { EnrolmentCard, EnrolmentRow, enrolmentColumns } from './enrolment-row.tsx';

/** Pixels: name and reason in a row; those, steps and what can be done in a card. */
const heights = { row: 56, card: 116 };

/** Ten thousand prospects of a sequence as a table, or as cards under 768 px: only what is seen is in the page. */
export function EnrolmentList(list: WindowRows<Enrolment>) {
  return (
    <WindowTable
      label="Prospects of this sequence"
      of="prospects"
      columns={enrolmentColumns}
      heights={heights}
      {...list}
      head={
        <>
          <th scope="col">Business</th>
          <th scope="col">State</th>
          <th scope="col">Steps done</th>
          <th scope="col">Next email</th>
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </>
      }
    >
      {(enrolment, place, narrow) =>
        narrow ? (
          <EnrolmentCard key={enrolment.id} {...place} enrolment={enrolment} />
        ) : (
          <EnrolmentRow key={enrolment.id} {...place} enrolment={enrolment} />
        )
      }
    </WindowTable>
  );
}

/** Rows in their final place before they are there. */
export function EnrolmentListSkeleton() {
  return (
    <WindowTableSkeleton
      label="Loading the prospects of this sequence"
      row={`${enrolmentColumns} h-29 md:h-14`}
      count={5}
    >
      {(width) => (
        <>
          <Skeleton className={width} />
          <Skeleton className="h-5 w-20 rounded-full max-md:ml-auto" />
        </>
      )}
    </WindowTableSkeleton>
  );
}
