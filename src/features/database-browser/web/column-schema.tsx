import type { Column } from '../contract.ts';
import { KeyBadges } from './key-badges.tsx';

/** What each column of the table is. */
export function ColumnSchema({ columns }: { columns: readonly Column[] }) {
  return (
    <section aria-labelledby="column-schema" className="mt-6">
      <h2 id="column-schema" className="mb-3 text-lg font-semibold">
        Column Schema
      </h2>
      <ul className="panel grid overflow-hidden sm:grid-cols-2 xl:grid-cols-3">
        {columns.map((column) => (
          <li
            key={column.name}
            data-column={column.name}
            className="-mr-px -mb-px border-r border-b border-border px-4 py-3"
          >
            <p className="flex flex-wrap items-center gap-1.5">
              <span className="min-w-0 font-medium break-all">{column.name}</span>
              <KeyBadges column={column} />
            </p>
            <p className="mt-0.5 text-sm text-muted">
              {column.type} · Nullable: {column.nullable ? 'yes' : 'no'}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
