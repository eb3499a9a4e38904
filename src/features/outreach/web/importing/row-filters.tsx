import type { ImportRow, ProspectImport } from '#features/outreach/import-contract.ts';
import { figure } from '#web/lib/figure.ts';
import { cx } from '#web/ui/cx.ts';
import type { RowFilter } from './use-import-rows.ts';

interface RowFiltersProps {
  counts: ProspectImport['counts'];
  filter: RowFilter;
  onChange: (filter: RowFilter) => void;
}

/** How many rows there are of each kind; pressing a kind shows its rows. */
export function RowFilters({ counts, filter, onChange }: RowFiltersProps) {
  const { ok, duplicate, rejected } = counts;
  const kinds: readonly { state: ImportRow['state'] | null; name: string; count: number }[] = [
    { state: null, name: 'All rows', count: ok + duplicate + rejected },
    { state: 'ok', name: 'New', count: ok },
    { state: 'duplicate', name: 'There already', count: duplicate },
    { state: 'rejected', name: 'Rejected', count: rejected },
  ];
  return (
    <fieldset
      aria-label="Rows shown"
      className="no-scrollbar flex min-w-0 shrink-0 gap-1 overflow-x-auto border-b border-border px-4 py-2"
    >
      {kinds.map(({ state, name, count }) => {
        const isOn = filter.problem === null && filter.state === state;
        return (
          <button
            key={name}
            type="button"
            aria-pressed={isOn}
            onClick={() => onChange({ state, problem: null })}
            className={cx(
              'control shrink-0 rounded-md px-3 whitespace-nowrap',
              isOn ? 'bg-theme-quiet font-medium text-theme' : 'text-muted hover:bg-hover hover:text-text',
            )}
          >
            {name} <span className="figures">{figure(count)}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
