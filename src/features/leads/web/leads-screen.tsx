import { useNavigate, useRouter } from '@tanstack/react-router';
import { LayoutGrid, Plus, Table2, Upload } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { dashboardApi } from '#features/dashboard/contract.ts';
import { useAddress } from '#web/address.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ErrorState } from '#web/ui/states.tsx';
import { Tiles } from '#web/ui/tiles.tsx';
import { useKeys } from '#web/use-keys.ts';
import { DropZone } from './drop-zone.tsx';
import { FiltersMenu } from './filters-menu.tsx';
import { ImportPanel } from './import-panel.tsx';
import { importFiles } from './import-run.ts';
import { LeadList, LeadListSkeleton } from './lead-list.tsx';
import { FirstTime, NothingFound } from './leads-empty.tsx';
import { LeadsTools } from './leads-tools.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { filterOf, type LeadFilter, useLeads } from './use-leads.ts';
import { useSelection } from './use-selection.ts';

const loadLead = () => import('./lead-dialog.tsx');
const loadNewLead = () => import('./new-lead-dialog.tsx');
const Board = lazy(async () => ({ default: (await import('./board.tsx')).Board }));
const loadForm = () => import('./lead-form.tsx');
const LeadDialog = lazy(async () => ({ default: (await loadLead()).LeadDialog }));
const NewLeadDialog = lazy(async () => ({ default: (await loadNewLead()).NewLeadDialog }));
const soonMs = 1500;

/** The dialogs are fetched once the list is there, so that they open at once and also without a connection. */
function usePreloadedDialogs(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      // What cannot be fetched now is fetched, or said, when it is opened.
      void Promise.allSettled([loadLead(), loadNewLead(), loadForm()]);
    }, soonMs);
    return () => clearTimeout(timer);
  }, []);
}

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
  const router = useRouter();
  const navigate = useNavigate();
  const filter = filterOf(params);
  const { query, rows, matching, outdated, showNewest } = useLeads(filter);
  const stats = useEndpoint(dashboardApi.endpoints.stats);
  const mayWrite = useCan('leads.write');
  const mayImport = useCan('mail.ingest');
  const board = params.view === 'board';
  const selection = useSelection(rows, JSON.stringify(filter));
  const [adding, setAdding] = useState(false);
  const searchBox = useRef<HTMLInputElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);

  function step(by: 1 | -1): void {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-lead]') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    const next = at === -1 ? links.find((link) => link.getBoundingClientRect().top > 120) : links[at + by];
    next?.focus();
  }
  usePreloadedDialogs();
  function pickFocused(): void {
    const threadId = document.activeElement instanceof HTMLElement && document.activeElement.dataset.lead;
    if (threadId && mayWrite && !board) selection.toggle(threadId);
  }
  useKeys({
    '/': () => searchBox.current?.focus(),
    j: () => step(1),
    k: () => step(-1),
    x: pickFocused,
    b: () => set({ view: board ? undefined : 'board' }),
  });

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

  function closeLead(): void {
    // Back closes the dialog; opened straight from an address there is nothing to go back to.
    const state: { fromList?: boolean } = router.history.location.state;
    if (state.fromList) router.history.back();
    else
      void navigate({ to: '.', search: (before: object) => ({ ...before, lead: undefined }), replace: true });
  }

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
            <FiltersMenu filter={filter} onApply={apply} />
            {mayImport ? (
              <Button onClick={pick} aria-label="Import emails" title="Import .eml and .mbox files">
                <Upload size={16} aria-hidden />
                <span className="max-sm:hidden">Import emails</span>
              </Button>
            ) : null}
            {mayWrite ? (
              <Button look="primary" onClick={() => setAdding(true)}>
                <Plus size={16} aria-hidden />
                New lead
              </Button>
            ) : null}
          </>
        }
      />
      <ImportPanel />
      {outdated ? (
        <div className="sticky top-[calc(var(--bar)+8px)] z-20 flex h-0 justify-center">
          <Button className="h-9 shadow-float" onClick={showNewest}>
            Leads have changed. Show the newest
          </Button>
        </div>
      ) : null}
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
          <FirstTime
            {...(mayImport ? { onImport: pick } : {})}
            {...(mayWrite ? { onAdd: () => setAdding(true) } : {})}
          />
        )}
      </div>
      {board || !mayWrite ? null : (
        <SelectionBar selection={selection} filter={filter} matching={matching ?? rows.length} />
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
        {params.lead ? <LeadDialog key={params.lead} threadId={params.lead} onClose={closeLead} /> : null}
        {adding ? <NewLeadDialog onClose={() => setAdding(false)} /> : null}
      </Suspense>
    </>
  );
}
