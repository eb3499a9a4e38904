import { memo } from 'react';
import { cx } from '#web/ui/cx.ts';
import { Ago, RowLink, SelectLoaded, SelectRow } from '#web/ui/list-parts.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Selection } from '#web/ui/use-selection.ts';
import { rowStyle } from '#web/ui/use-window-rows.ts';
import { type TablePlace, type WindowRows, WindowTable, WindowTableSkeleton } from '#web/ui/window-table.tsx';
import type { Lead } from '../contract.ts';
import { lastActivity, leadName } from '../format.ts';
import { StageBadge } from './stage-badge.tsx';

const heights = { row: 44, card: 84 };
const columns =
  'grid grid-cols-[minmax(0,2fr)_minmax(0,1.5fr)_112px_minmax(0,1.1fr)_112px] lg:grid-cols-[minmax(0,2fr)_minmax(0,1.7fr)_112px_minmax(0,1.8fr)_minmax(0,1fr)_120px] items-center gap-4 px-4';

interface LeadListProps extends WindowRows<Lead> {
  /** Null for who may do nothing with many leads. */
  selection: Selection | null;
}

/** 100,000 leads as a table, or as cards under 768 px: only what is seen is in the page. */
export function LeadList({ selection, ...list }: LeadListProps) {
  return (
    <WindowTable
      label="Leads"
      of="leads"
      columns={columns}
      heights={heights}
      {...list}
      head={
        <>
          <th scope="col" className="flex items-center gap-3">
            <SelectLoaded label="Select the leads shown" selection={selection} />
            Name
          </th>
          <th scope="col">Company or email</th>
          <th scope="col">Stage</th>
          <th scope="col" className="hidden lg:block">
            Interested in
          </th>
          <th scope="col" className="text-right">
            Budget
          </th>
          <th scope="col" className="text-right">
            Last activity
          </th>
        </>
      }
    >
      {(lead, place, narrow) =>
        narrow ? (
          <Card key={lead.thread_id} {...place} lead={lead} selection={selection} />
        ) : (
          <Row key={lead.thread_id} {...place} lead={lead} selection={selection} />
        )
      }
    </WindowTable>
  );
}

interface PlacedLead extends TablePlace {
  lead: Lead;
  selection: Selection | null;
}

function Text({ value, className = '' }: { value: string | null; className?: string }) {
  return (
    <td dir="auto" title={value ?? undefined} className={cx('truncate text-muted', className || 'text-left')}>
      {value}
    </td>
  );
}

function Select({ lead, selection }: Pick<PlacedLead, 'lead' | 'selection'>) {
  return <SelectRow id={lead.thread_id} name={leadName(lead)} selection={selection} />;
}

const Row = memo(function LeadRow({ lead, index, top, height, selection }: PlacedLead) {
  return (
    <tr
      aria-rowindex={index}
      style={rowStyle({ top, height })}
      className={cx(
        columns,
        'border-b border-border last:border-b-0',
        selection?.has(lead.thread_id) ? 'bg-theme-quiet' : 'hover:bg-hover',
      )}
    >
      <td className="flex min-w-0 items-center gap-3">
        <Select lead={lead} selection={selection} />
        <span className="min-w-0">
          <RowLink param="lead" id={lead.thread_id} name={leadName(lead)} />
        </span>
      </td>
      <Text value={lead.company ?? lead.contact_email} />
      <td>
        <StageBadge stage={lead.stage} />
      </td>
      <Text value={lead.billboard ?? lead.advertising_goal} className="hidden text-left lg:block" />
      <Text value={lead.budget} className="figures text-right" />
      <td className="figures text-right text-muted">
        <Ago instant={lastActivity(lead)} />
      </td>
    </tr>
  );
});

const Card = memo(function LeadCard({ lead, index, top, height, selection }: PlacedLead) {
  return (
    <tr
      aria-rowindex={index}
      style={rowStyle({ top, height })}
      className={cx(
        'block border-b border-border last:border-b-0 active:bg-hover',
        selection?.has(lead.thread_id) && 'bg-theme-quiet',
      )}
    >
      <td className="flex h-full flex-col justify-center gap-1 px-4">
        <div className="flex items-center justify-between gap-3">
          <span className="flex min-w-0 items-center gap-2.5">
            <Select lead={lead} selection={selection} />
            <span className="min-w-0">
              <RowLink param="lead" id={lead.thread_id} name={leadName(lead)} />
            </span>
          </span>
          <StageBadge stage={lead.stage} />
        </div>
        <p dir="auto" className="truncate text-left text-sm text-muted">
          {lead.company ?? lead.contact_email ?? 'No company'}
        </p>
        <p className="figures flex justify-between gap-3 text-sm text-muted">
          <Ago instant={lastActivity(lead)} />
          <span dir="auto" className="truncate">
            {lead.budget}
          </span>
        </p>
      </td>
    </tr>
  );
});

/** Rows in their final place before they are there. */
export function LeadListSkeleton() {
  return (
    <WindowTableSkeleton label="Loading leads" row={`${columns} h-21 md:h-11`} count={10}>
      {(width) => (
        <>
          <Skeleton className={width} />
          <Skeleton className="hidden w-2/3 md:block" />
          <Skeleton className="h-5 w-16 rounded-full max-md:ml-auto" />
          <Skeleton className="hidden w-1/2 lg:block" />
          <Skeleton className="ml-auto hidden w-16 md:block" />
          <Skeleton className="ml-auto hidden w-20 md:block" />
        </>
      )}
    </WindowTableSkeleton>
  );
}
