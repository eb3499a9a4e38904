import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { type CorrespondenceItem, mailApi } from '#features/mail/contract.ts';
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
import { type LeadDetail, leadsApi } from '../contract.ts';
import { leadSubtitle } from '../format.ts';
import { Conversation, type Mark } from './conversation.tsx';
import { DeleteLead } from './delete-lead.tsx';
import { LeadActivity } from './lead-activity.tsx';
import { CampaignCard, ContactCard } from './lead-cards.tsx';
import { MeetingCard } from './meeting-card.tsx';
import { MergeLead } from './merge-lead.tsx';
import { StageBadge } from './stage-badge.tsx';
import { StageSelect } from './stage-select.tsx';
import { useMembers } from './use-members.ts';
import { AssigneeSelect, FollowUpField } from './work-fields.tsx';

const LeadForm = lazy(async () => ({ default: (await import('./lead-form.tsx')).LeadForm }));

interface LeadDialogProps {
  threadId: string;
  onClose: () => void;
}

/** Who it is on the left, what was said on the right. */
export function LeadDialog({ threadId, onClose }: LeadDialogProps) {
  const lead = useEndpoint(leadsApi.endpoints.read, { params: { thread_id: threadId } });
  // Asked for together with the lead, not after it.
  const messages = useEndpoint(mailApi.endpoints.correspondence, { params: { thread_id: threadId } });
  useMembers();
  const data = lead.data;
  const title = data?.name?.trim() || 'Unknown Contact';

  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={data ? title : 'Lead'}
      {...(data ? { description: leadSubtitle(data) } : {})}
      header={
        data ? (
          <RecordHeader
            name={title}
            subtitle={leadSubtitle(data)}
            badge={<StageBadge stage={data.stage} />}
          />
        ) : (
          <RecordHeaderSkeleton kind="Lead" failed={lead.isError} />
        )
      }
    >
      {data ? (
        <Body lead={data} messages={messages} onDeleted={onClose} />
      ) : lead.error instanceof ApiError && lead.error.status === 404 ? (
        <EmptyState
          title="This lead is not there"
          text="It was deleted, or the address is not right."
          actions={<Button onClick={onClose}>Back to the leads</Button>}
        />
      ) : lead.error ? (
        <ErrorState
          title="The lead could not be loaded"
          error={lead.error}
          onRetry={() => void lead.refetch()}
        />
      ) : (
        <BodySkeleton />
      )}
    </Dialog>
  );
}

interface BodyProps {
  lead: LeadDetail;
  messages: UseQueryResult<CorrespondenceItem[], ApiError>;
  onDeleted: () => void;
}

function Body({ lead, messages, onDeleted }: BodyProps) {
  const mayDelete = useCan('leads.delete');
  const [editing, setEditing] = useState(false);
  const [mark, setMark] = useState<Mark | null>(null);
  const mayWrite = useCan('leads.write');
  const [pane, setPane] = useState<Pane>('talk');
  const showReceipt = (to: Mark) => {
    setPane('talk');
    setMark(to);
  };
  const inPane = (name: Pane) => (pane === name ? '' : 'max-md:hidden');

  return (
    <>
      <PaneSwitch label="Part of the lead" panes={panes} shown={pane} onShow={setPane} />
      <div className="grid min-h-full grid-cols-[minmax(0,1fr)] md:grid-cols-[minmax(0,340px)_minmax(0,1fr)] md:grid-rows-[1fr_auto]">
        <div className={cx('space-y-4 border-border p-5 max-md:border-b md:border-r', inPane('details'))}>
          {mayWrite ? (
            <div className="grid grid-cols-2 gap-3">
              <div className="col-span-2">
                <StageSelect lead={lead} />
              </div>
              <AssigneeSelect lead={lead} />
              <FollowUpField lead={lead} />
            </div>
          ) : null}
          {editing ? (
            <Suspense fallback={null}>
              <LeadForm lead={lead} onDone={() => setEditing(false)} />
            </Suspense>
          ) : (
            <>
              <ContactCard lead={lead} {...(mayWrite ? { onEdit: () => setEditing(true) } : {})} />
              <CampaignCard lead={lead} messages={messages.data ?? []} onReceipt={showReceipt} />
            </>
          )}
          <MeetingCard lead={lead} />
        </div>
        <section aria-labelledby="history" className={cx('flex min-w-0 flex-col p-5', inPane('talk'))}>
          <h3 id="history" className="mb-3 font-semibold">
            Communication History
          </h3>
          {messages.data ? (
            <Conversation lead={lead} items={messages.data} mark={mark} onReceipt={setMark} />
          ) : messages.error ? (
            <ErrorState
              title="The messages could not be loaded"
              error={messages.error}
              onRetry={() => void messages.refetch()}
            />
          ) : (
            <Loading label="Loading messages" className="space-y-4">
              <Skeleton className="h-24 w-3/4 rounded-lg" />
              <Skeleton className="ml-auto h-16 w-3/5 rounded-lg" />
              <Skeleton className="h-20 w-2/3 rounded-lg" />
            </Loading>
          )}
          <LeadActivity threadId={lead.thread_id} />
        </section>
        {mayWrite ? (
          <div className="flex flex-wrap items-center gap-x-2 border-t border-border px-5 py-2 md:col-span-2">
            {mayDelete ? <DeleteLead lead={lead} onDeleted={onDeleted} /> : null}
            <MergeLead lead={lead} />
          </div>
        ) : null}
      </div>
    </>
  );
}

type Pane = 'talk' | 'details';
/** The conversation first. */
const panes = [
  { name: 'talk', label: 'Conversation' },
  { name: 'details', label: 'Details' },
] as const;

function BodySkeleton() {
  return (
    <Loading label="Loading the lead" className="grid min-h-96 gap-6 p-5 md:grid-cols-[340px_1fr]">
      <div className="space-y-4">
        <Skeleton className="h-9 rounded-md" />
        <Skeleton className="h-44 rounded-lg" />
      </div>
      <div className="space-y-4">
        <Skeleton className="h-24 w-3/4 rounded-lg" />
        <Skeleton className="ml-auto h-16 w-3/5 rounded-lg" />
      </div>
    </Loading>
  );
}
