import { useState } from 'react';
import { ApiError } from '#web/api.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { PaneSwitch } from '#web/ui/pane-switch.tsx';
import { RecordHeader, RecordHeaderSkeleton } from '#web/ui/record-header.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { type ProspectDetail, prospectsApi } from '../contract.ts';
import { outreachEmailApi } from '../email-contract.ts';
import { outreachSettingsApi } from '../settings-contract.ts';
import { ConsentCard } from './consent-card.tsx';
import { DeleteProspect } from './delete-prospect.tsx';
import { type EditedField, EditProspect } from './edit-prospect.tsx';
import { EmailComposer } from './email-composer.tsx';
import { EmailList } from './email-list.tsx';
import { ProspectActivityList } from './prospect-activity.tsx';
import { ProspectFacts } from './prospect-facts.tsx';
import { ProspectSequences } from './sequences/prospect-sequences.tsx';
import { StatusBadge } from './status-badge.tsx';
import { StatusSelect } from './status-select.tsx';

interface ProspectDialogProps {
  prospectId: string;
  onClose: () => void;
}

/** The business on the left, what was written and done on the right. */
export function ProspectDialog({ prospectId, onClose }: ProspectDialogProps) {
  const found = useEndpoint(prospectsApi.endpoints.read, { params: { id: prospectId } });
  // Asked for together with the prospect, not after it.
  useEndpoint(outreachEmailApi.endpoints.list, { params: { id: prospectId } });
  useEndpoint(outreachSettingsApi.endpoints.read);
  const missing = found.error instanceof ApiError && found.error.status === 404;
  // Deleted elsewhere while it is open: what was read before is no longer a prospect.
  const prospect = missing ? undefined : found.data;
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={prospect?.businessName ?? 'Prospect'}
      header={
        prospect ? (
          <Header prospect={prospect} />
        ) : (
          <RecordHeaderSkeleton kind="Prospect" failed={found.isError} />
        )
      }
    >
      {prospect ? (
        <Body prospect={prospect} onDeleted={onClose} />
      ) : missing ? (
        <EmptyState
          title="This prospect is not there"
          text="It was deleted, or the address is not right."
          actions={<Button onClick={onClose}>Back to the prospects</Button>}
        />
      ) : found.error ? (
        <ErrorState
          title="The prospect could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Loading label="Loading the prospect" className="grid gap-6 p-5 md:grid-cols-[340px_1fr]">
          <div className="space-y-4">
            <Skeleton className="h-9 rounded-md" />
            <Skeleton className="h-56 rounded-lg" />
          </div>
          <Skeleton className="h-40 rounded-lg" />
        </Loading>
      )}
    </Dialog>
  );
}

function Header({
  prospect: { businessName, status, industry, contactEmail },
}: {
  prospect: ProspectDetail;
}) {
  const subtitle = [industry, contactEmail].filter(Boolean).join(' • ');
  return <RecordHeader name={businessName} subtitle={subtitle} badge={<StatusBadge status={status} />} />;
}

type Pane = 'business' | 'emails';
const panes = [
  { name: 'business', label: 'Business' },
  { name: 'emails', label: 'Emails' },
] as const;

function Body({ prospect, onDeleted }: { prospect: ProspectDetail; onDeleted: () => void }) {
  const mayWrite = useCan('outreach.write');
  const mayDelete = useCan('outreach.delete');
  const [editing, setEditing] = useState<EditedField | null>(null);
  const [pane, setPane] = useState<Pane>('business');
  const edit = (field: EditedField) => {
    setPane('business');
    setEditing(field);
  };
  const inPane = (name: Pane) => (pane === name ? '' : 'max-md:hidden');

  return (
    <>
      <PaneSwitch label="Part of the prospect" panes={panes} shown={pane} onShow={setPane} />
      <div className="grid min-h-full grid-cols-[minmax(0,1fr)] md:grid-cols-[minmax(0,340px)_minmax(0,1fr)] md:grid-rows-[1fr_auto]">
        <div className={cx('space-y-4 border-border p-5 max-md:border-b md:border-r', inPane('business'))}>
          {mayWrite ? <StatusSelect prospect={prospect} /> : null}
          {editing ? (
            <EditProspect prospect={prospect} begin={editing} onDone={() => setEditing(null)} />
          ) : (
            <>
              <ProspectFacts prospect={prospect} onEdit={mayWrite ? () => edit('businessName') : null} />
              <ConsentCard prospect={prospect} onRecord={mayWrite ? () => edit('basis') : null} />
            </>
          )}
        </div>
        <div className={cx('min-w-0 space-y-6 p-5', inPane('emails'))}>
          <section aria-labelledby="emails">
            <h3 id="emails" className="mb-3 font-semibold">
              Emails
            </h3>
            {mayWrite ? <EmailComposer prospect={prospect} onEdit={edit} /> : null}
            <EmailList prospectId={prospect.id} />
          </section>
          <ProspectSequences prospect={prospect} />
          <ProspectActivityList activity={prospect.activity} />
        </div>
        {mayDelete ? (
          <div className="border-t border-border px-5 py-2 md:col-span-2">
            <DeleteProspect prospect={prospect} onDeleted={onDeleted} />
          </div>
        ) : null}
      </div>
    </>
  );
}
