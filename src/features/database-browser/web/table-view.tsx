import { figure } from '#web/lib/figure.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import type { Table, TablePage } from '../contract.ts';
import { TableGrid } from './table-grid.tsx';
import { TablePager } from './table-pager.tsx';
import type { useTablePage } from './use-table-page.ts';

interface TableViewProps {
  table: Table;
  found: ReturnType<typeof useTablePage>;
  onPage: (page: number) => void;
}

/** The rows of one table, page by page. */
export function TableView({ table, found, onPage }: TableViewProps) {
  return (
    <section aria-label={table.name} className="panel overflow-hidden">
      {found.data ? (
        <div
          aria-busy={found.isPlaceholderData}
          className={cx('transition-opacity duration-[120ms]', found.isPlaceholderData && 'opacity-60')}
        >
          <Rows table={table} found={found.data} onPage={onPage} />
        </div>
      ) : found.error ? (
        <ErrorState
          title={`The rows of ${table.name} could not be loaded`}
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <TableViewSkeleton />
      )}
    </section>
  );
}

interface RowsProps {
  table: Table;
  found: TablePage;
  onPage: (page: number) => void;
}

function Rows({ table, found, onPage }: RowsProps) {
  const { data, pagination } = found;
  const { page, limit, total, totalPages } = pagination;
  if (total === 0) return <EmptyState title="No data found" text="This table appears to be empty" />;
  return (
    <>
      {data.length > 0 ? (
        <TableGrid
          // Another page begins at its top.
          key={`${table.name} ${page}`}
          name={table.name}
          columns={table.columns}
          rows={data}
          firstRow={(page - 1) * limit + 1}
          total={total}
        />
      ) : (
        <EmptyState
          title={`There is no page ${figure(page)}`}
          text={`The last one is page ${figure(totalPages)}.`}
          actions={<Button onClick={() => onPage(totalPages)}>Go to the last page</Button>}
        />
      )}
      <TablePager shown={data.length} pagination={pagination} onPage={onPage} />
    </>
  );
}

const lines = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3', 'w-2/5', 'w-3/5', 'w-1/2', 'w-1/3'];

export function TableViewSkeleton() {
  return (
    <Loading label="Loading the rows">
      <div className="h-14 border-b border-border bg-sunken" />
      {lines.map((width, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of a skeleton never change places.
        <div key={index} className="flex h-11 items-center border-b border-border px-3 last:border-b-0">
          <Skeleton className={width} />
        </div>
      ))}
    </Loading>
  );
}
