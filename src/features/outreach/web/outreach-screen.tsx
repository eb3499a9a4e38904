import { lazy, Suspense } from 'react';
import { useAddress, useCloseOpened } from '#web/address.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { usePreload } from '#web/use-preload.ts';
import { outreachHealthApi } from '../settings-contract.ts';
import { viewOf } from './outreach-view.ts';
import { ProspectsView } from './prospects-view.tsx';
import { useDrafts } from './sequences/use-drafts.ts';
import { HealthDot } from './settings/health-dot.tsx';
import { PausedNotice } from './settings/paused-notice.tsx';

const loadProspect = () => import('./prospect-dialog.tsx');
const loadNewProspect = () => import('./new-prospect-dialog.tsx');
const loadImport = () => import('./importing/import-dialog.tsx');
const loadEditor = () => import('./sequences/sequence-editor.tsx');
const ProspectDialog = lazy(async () => ({ default: (await loadProspect()).ProspectDialog }));
const ImportDialog = lazy(async () => ({ default: (await loadImport()).ImportDialog }));
const NewProspectDialog = lazy(async () => ({ default: (await loadNewProspect()).NewProspectDialog }));
const SequenceEditor = lazy(async () => ({ default: (await loadEditor()).SequenceEditor }));
const SequencesView = lazy(async () => ({
  default: (await import('./sequences/sequences-view.tsx')).SequencesView,
}));
const DraftsView = lazy(async () => ({ default: (await import('./sequences/drafts-view.tsx')).DraftsView }));
const SendingView = lazy(async () => ({
  default: (await import('./settings/sending-view.tsx')).SendingView,
}));

/** Outreach in four views; the address holds view, filters, and what is open over them. */
export function Screen() {
  const { params, set } = useAddress();
  const mayWrite = useCan('outreach.write');
  const close = useCloseOpened('prospect', 'add', 'import');
  const closeEditor = useCloseOpened('edit');
  const waiting = useDrafts().matching;
  const light = useEndpoint(outreachHealthApi.endpoints.health).data?.light;
  const view = viewOf(params);
  usePreload([loadProspect, loadNewProspect, loadImport, loadEditor]);

  const views = [
    { key: 'prospects', name: 'Prospects' },
    { key: 'sequences', name: 'Sequences' },
    { key: 'approve', name: 'To approve', mark: waiting ? <Waiting count={waiting} /> : null },
    { key: 'sending', name: 'Sending', mark: light ? <HealthDot light={light} /> : null },
  ];
  return (
    <>
      <h1 className="sr-only">Outreach</h1>
      <PausedNotice />
      <Tabs
        label="Outreach"
        tabs={views}
        current={view}
        onSelect={(key) =>
          set({ view: key === 'prospects' ? undefined : key, sequence: undefined, state: undefined })
        }
      >
        <Suspense
          fallback={
            <Loading label="Loading">
              <Skeleton className="h-9 w-2/3 rounded-md" />
            </Loading>
          }
        >
          {view === 'prospects' ? <ProspectsView /> : null}
          {view === 'sequences' ? <SequencesView /> : null}
          {view === 'approve' ? <DraftsView /> : null}
          {view === 'sending' ? <SendingView /> : null}
        </Suspense>
      </Tabs>
      <Suspense fallback={null}>
        {params.prospect ? (
          <ProspectDialog key={params.prospect} prospectId={params.prospect} onClose={close} />
        ) : null}
        {params.add && mayWrite ? <NewProspectDialog onClose={close} /> : null}
        {params.import && mayWrite ? <ImportDialog onClose={close} /> : null}
        {params.edit && mayWrite ? <SequenceEditor id={params.edit} onClose={closeEditor} /> : null}
      </Suspense>
    </>
  );
}

function Waiting({ count }: { count: number }) {
  return (
    <span className="figures ml-1 rounded-full bg-theme-quiet px-1.5 text-xs leading-5 text-theme">
      {count.toLocaleString('en-AU')}
    </span>
  );
}
