import { RefreshCw } from 'lucide-react';
import { useAddress } from '#web/address.ts';
import { refresh, useEndpoint } from '#web/query.ts';
import { useTitle } from '#web/shell/title.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { databaseApi, type Table } from '../contract.ts';
import { ColumnSchema } from './column-schema.tsx';
import { TableList, TableListSkeleton } from './table-list.tsx';
import { TableView, TableViewSkeleton } from './table-view.tsx';
import { pageOf } from './table-words.ts';
import { useTablePage } from './use-table-page.ts';

const { schema, table: tablePage } = databaseApi.endpoints;
const columns = 'mt-4 grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-[232px_minmax(0,1fr)]';

export function Screen() {
  useTitle('Database');
  const tables = useEndpoint(schema);
  return (
    <>
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold tracking-tight">Database</h1>
          <p className="text-muted">What your organization has stored, read only.</p>
        </div>
        <IconButton label="Read again" onClick={() => void refresh([schema, tablePage])}>
          <RefreshCw size={17} aria-hidden />
        </IconButton>
      </div>
      {tables.data ? (
        <Browser tables={tables.data} />
      ) : tables.error ? (
        <ErrorState
          title="The tables could not be loaded"
          error={tables.error}
          onRetry={() => void tables.refetch()}
        />
      ) : (
        <div className={columns}>
          <TableListSkeleton />
          <div className="panel overflow-hidden">
            <TableViewSkeleton />
          </div>
        </div>
      )}
    </>
  );
}

function Browser({ tables }: { tables: readonly Table[] }) {
  const { params, set } = useAddress();
  const name = params.table ?? 'leads';
  const table = tables.find((one) => one.name === name);
  const found = useTablePage(name, pageOf(params.page), table !== undefined);
  return (
    <div className={columns}>
      <TableList tables={tables} current={name} total={found.data?.pagination.total} />
      <div className="min-w-0">
        {table ? (
          <>
            <TableView
              table={table}
              found={found}
              onPage={(page) => set({ page: page === 1 ? undefined : String(page) })}
            />
            <ColumnSchema columns={table.columns} />
          </>
        ) : (
          <div className="panel">
            <EmptyState
              title="There is no such table"
              text="The address names a table that does not exist, or that your role does not show."
              actions={<Button onClick={() => set({ table: undefined, page: undefined })}>Show leads</Button>}
            />
          </div>
        )}
      </div>
    </div>
  );
}
