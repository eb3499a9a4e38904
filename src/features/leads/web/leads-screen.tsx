import { LayoutGrid, Plus, Table2, Upload } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { dashboardApi } from '#features/dashboard/contract.ts';
import { useAddress, useCloseOpened } from '#web/address.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan, useIsLegacy } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ShowNewest } from '#web/ui/list-parts.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { Tiles } from '#web/ui/tiles.tsx';
import { useRowKeys } from '#web/ui/use-row-keys.ts';
import { useSelection } from '#web/ui/use-selection.ts';
import { useKeys } from '#web/use-keys.ts';
import { useOpenOnTab } from '#web/use-open-on-tab.ts';
import { usePreload } from '#web/use-preload.ts';
import { DropZone } from './drop-zone.tsx';
import { FiltersMenu } from './filters-menu.tsx';
import { ImportPanel } from './import-panel.tsx';
import { importFiles } from './import-run.ts';
import { LeadList, LeadListSkeleton } from './lead-list.tsx';
import { LeadSelectionBar } from './lead-selection-bar.tsx';
import { FirstTime, NothingFound } from './leads-empty.tsx';
import { LeadsTools } from './leads-tools.tsx';
import { filterOf, type LeadFilter, useLeads } from './use-leads.ts';

const loadLead = () => import('./lead-dialog.tsx');
const loadNewLead = () => import('./new-lead-dialog.tsx');
const Board = lazy(async () => ({ default: (await import('./board.tsx')).Board }));
const loadForm = () => import('./lead-form.tsx');
const LeadDialog = lazy(async () => ({ default: (await loadLead()).LeadDialog }));
const NewLeadDialog = lazy(async () => ({ default: (await loadNewLead()).NewLeadDialog }));

const tiles = [
  { key: '', label: 'Total' },
  { key: 'new', label: 'New' },
  { key: 'in_progress', label: 'In Progress' },
  { key: 'qualified', label: 'Qualified' },
  { key: 'booked', label: 'Booked' },
] as const;

function ViewSwitch({ board, onChange }: { board: boolean; onChange: (board: boolean) => void }) {
  const views = [
    { label: 'Table', on: !board, icon: Table2, pick: () => onChange(false) },
    { label: 'Board', on: board, icon: LayoutGrid, pick: () => onChange(true) },
  ];
  return (
    <fieldset aria-label="View" className="flex rounded-md border border-border-strong bg-surface">
      {views.map(({ label, on, icon: Icon, pick }) => (
        <button
          key={label}
          type="button"
          aria-pressed={on}
          aria-label={label}
          title={`${label} (b)`}
          onClick={pick}
          className={cx(
            'control flex aspect-square items-center justify-center rounded-[5px]',
            on ? 'bg-theme-quiet text-theme' : 'text-muted hover:bg-hover hover:text-text',
          )}
        >
          <Icon size={16} aria-hidden />
        </button>
      ))}
    </fieldset>
  );
}

export function Screen() {
  const { params, set } = useAddress();
  const close = useCloseOpened('lead', 'add');
  const open = useOpenOnTab('leads');
  const add = () => open({ add: '1' });
  const filter = filterOf(params);
  const { query, rows, ids, matching, outdated, showNewest } = useLeads(filter);
  const stats = useEndpoint(dashboardApi.endpoints.stats);
  const mayWrite = useCan('leads.write');
  const internal = useIsLegacy();
  const mayImport = useCan('mail.ingest');
  const board = params.view === 'board';
  const selection = useSelection(ids, JSON.stringify(filter));
  const picker = useRef<HTMLInputElement>(null);
  const { searchBox, list, focused } = useRowKeys('lead');
  usePreload([loadLead, loadNewLead, loadForm]);
  function pickFocused(): void {
    const threadId = focused();
    if (threadId && mayWrite && !board) selection.toggle(threadId);
  }
  useKeys({ x: pickFocused, b: () => set({ view: board ? undefined : 'board' }) });

  const showBoard = board && rows.length > 0;
  const filtered = filter.search !== '' || filter.stage !== null;
  // Without a filter the list says the total itself, should the figures not come.
  const total = stats.data?.leads.total ?? (filtered ? null : matching);
  const clear = () => set({ search: undefined, stage: undefined, in: undefined });
  const apply = ({ search, searchMessages, stage, sort }: LeadFilter) =>
    set({
      search: search || undefined,
      in: searchMessages ? 'messages' : undefined,
      stage: stage ?? undefined,
      sort: sort === 'latest_updated' ? undefined : sort,
    });
  const pick = () => picker.current?.click();

  return (
    <>
      <h1 className="sr-only">Incoming Leads</h1>
      <Tiles
        label="Filter by stage"
        tiles={tiles.map(({ key, label }) => ({
          key,
          label,
          count: stats.data ? (key === '' ? stats.data.leads.total : stats.data.leads.byStage[key]) : null,
        }))}
        failed={stats.isError}
        selected={filter.stage ?? ''}
        onSelect={(key) => set({ stage: key === filter.stage ? undefined : key || undefined })}
      />
      <LeadsTools
        filter={filter}
        onChange={(patch) => set(patch, { replace: true })}
        matching={matching}
        total={total}
        searchBox={searchBox}
        actions={
          <>
            <ViewSwitch board={board} onChange={(on) => set({ view: on ? 'board' : undefined })} />
            {internal ? null : <FiltersMenu filter={filter} onApply={apply} />}
            {mayImport ? (
              <Button onClick={pick} aria-label="Import emails" title="Import .eml and .mbox files">
                <Upload size={16} aria-hidden />
                <span className="max-sm:hidden">Import emails</span>
              </Button>
            ) : null}
            {mayWrite ? (
              <Button look="primary" onClick={add}>
                <Plus size={16} aria-hidden />
                New lead
              </Button>
            ) : null}
          </>
        }
      />
      <ImportPanel />
      <ShowNewest shown={outdated} text="Leads have changed. Show the newest" onShow={showNewest} />
      <div
        ref={list}
        className={cx(
          'transition-opacity duration-[120ms]',
          !showBoard && 'panel mt-3',
          query.isPlaceholderData && 'opacity-60',
        )}
        aria-busy={query.isPlaceholderData}
      >
        {query.isPending ? (
          <LeadListSkeleton />
        ) : query.isError && rows.length === 0 ? (
          <ErrorState
            title="The leads could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : showBoard ? (
          <Suspense fallback={<LeadListSkeleton />}>
            <Board filter={filter} />
          </Suspense>
        ) : rows.length > 0 ? (
          <LeadList
            rows={rows}
            query={query}
            total={matching ?? rows.length}
            selection={mayWrite ? selection : null}
          />
        ) : filtered ? (
          <NothingFound filter={filter} onClear={clear} />
        ) : (
          <FirstTime {...(mayImport ? { onImport: pick } : {})} {...(mayWrite ? { onAdd: add } : {})} />
        )}
      </div>
      {board || !mayWrite ? null : (
        <LeadSelectionBar selection={selection} filter={filter} matching={matching ?? rows.length} />
      )}
      {mayImport ? (
        <>
          <input
            ref={picker}
            type="file"
            accept=".eml,.mbox"
            multiple
            hidden
            aria-label="Email files to import"
            onChange={(event) => {
              importFiles([...(event.target.files ?? [])]);
              event.target.value = '';
            }}
          />
          <DropZone onFiles={importFiles} />
        </>
      ) : null}
      <Suspense fallback={null}>
        {params.lead ? <LeadDialog key={params.lead} threadId={params.lead} onClose={close} /> : null}
        {params.add && mayWrite ? <NewLeadDialog onClose={close} /> : null}
      </Suspense>
    </>
  );
}
