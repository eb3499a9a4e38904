import { dashboardApi } from '#features/dashboard/contract.ts';
import { useAddress } from '#web/address.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { cx } from '#web/ui/cx.ts';
import { ShowNewest } from '#web/ui/list-parts.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { Tiles } from '#web/ui/tiles.tsx';
import { useRowKeys } from '#web/ui/use-row-keys.ts';
import { useSelection } from '#web/ui/use-selection.ts';
import { useKeys } from '#web/use-keys.ts';
import { ImportNotice } from './importing/import-notice.tsx';
import { ProspectList, ProspectListSkeleton } from './prospect-list.tsx';
import { ProspectSelectionBar } from './prospect-selection-bar.tsx';
import { ProspectsActions } from './prospects-actions.tsx';
import { FirstTime, NothingFound } from './prospects-empty.tsx';
import { ProspectsTools } from './prospects-tools.tsx';
import { useOpenOutreach } from './use-open-outreach.ts';
import { filterOf, useProspects } from './use-prospects.ts';

/** Contract section 8. */
const tiles = [
  { key: '', label: 'Total' },
  { key: 'not_contacted', label: 'Not contacted' },
  { key: 'email_sent', label: 'Email sent' },
  { key: 'responded', label: 'Responded' },
  { key: 'qualified', label: 'Qualified' },
  { key: 'follow_up', label: 'Follow-up' },
] as const;

/** Prospects under a filter; the address holds the filter and what is open over it. */
export function ProspectsView() {
  const { params, set } = useAddress();
  const open = useOpenOutreach();
  const filter = filterOf(params);
  const { query, rows, ids, matching, outdated, showNewest } = useProspects(filter);
  const stats = useEndpoint(dashboardApi.endpoints.stats);
  const mayWrite = useCan('outreach.write');
  const selection = useSelection(ids, JSON.stringify(filter));
  const { searchBox, list, focused } = useRowKeys('prospect');
  const add = () => open({ add: '1' });
  const importCsv = () => open({ import: '1' });
  useKeys(
    mayWrite
      ? {
          n: add,
          x: () => {
            const id = focused();
            if (id) selection.toggle(id);
          },
        }
      : {},
  );

  const counts = stats.data?.prospects;
  const filtered = filter.search !== '' || filter.status !== null;
  // Without a filter the list says the total itself, should the figures not come.
  const total = counts?.total ?? (filtered ? null : matching);

  return (
    <>
      <Tiles
        label="Filter by status"
        tiles={tiles.map(({ key, label }) => ({
          key,
          label,
          count: counts ? (key === '' ? counts.total : counts.byStatus[key]) : null,
        }))}
        failed={stats.isError}
        selected={filter.status ?? ''}
        onSelect={(key) => set({ status: key === filter.status ? undefined : key || undefined })}
      />
      <ProspectsTools
        filter={filter}
        onChange={(patch) => set(patch, { replace: true })}
        matching={matching}
        total={total}
        searchBox={searchBox}
        actions={<ProspectsActions filter={filter} matching={matching} onAdd={add} onImport={importCsv} />}
      />
      <ImportNotice />
      <ShowNewest shown={outdated} text="Prospects have changed. Show the newest" onShow={showNewest} />
      <div
        ref={list}
        className={cx(
          'panel mt-3 transition-opacity duration-[120ms]',
          query.isPlaceholderData && 'opacity-60',
        )}
        aria-busy={query.isPlaceholderData}
      >
        {query.isPending ? (
          <ProspectListSkeleton />
        ) : query.isError && rows.length === 0 ? (
          <ErrorState
            title="The prospects could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : rows.length > 0 ? (
          <ProspectList
            rows={rows}
            query={query}
            total={matching ?? rows.length}
            selection={mayWrite ? selection : null}
          />
        ) : filtered ? (
          <NothingFound filter={filter} onClear={() => set({ search: undefined, status: undefined })} />
        ) : (
          <FirstTime actions={mayWrite ? { onImport: importCsv, onAdd: add } : null} />
        )}
      </div>
      {mayWrite ? (
        <ProspectSelectionBar selection={selection} filter={filter} matching={matching ?? rows.length} />
      ) : null}
    </>
  );
}
