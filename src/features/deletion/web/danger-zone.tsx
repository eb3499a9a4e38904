import { useState } from 'react';
import { shortDate, shortDateTime } from '#web/lib/dates.ts';
import { useAction, useEndpoint } from '#web/query.ts';
import { useCan, useZone } from '#web/session.tsx';
import { me } from '#web/shell/feature-calls.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { type DeletionState, deletionApi, graceDays } from '../contract.ts';
import { DeleteDialog } from './delete-dialog.tsx';

const { read, undo } = deletionApi.endpoints;

/** What cannot be taken back, apart from everything else. Admins see it, owners do it. */
export function DangerZone() {
  const found = useEndpoint(read);
  return (
    <Section
      title="Delete this organization"
      text={`Everything goes: people, leads, mail, posts, prospects, invoices and files. It happens ${graceDays} days after it was asked for; until then everything works while it is paid for, nothing more is charged by card, and it can be undone.`}
    >
      {found.data ? (
        <Content state={found.data} />
      ) : found.error ? (
        <ErrorState
          title="It is not known whether the organization is to be deleted"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Loading label="Loading the state of the deletion" className="p-5">
          <Skeleton className="h-9 rounded-md" />
        </Loading>
      )}
    </Section>
  );
}

function Content({ state: { deletion } }: { state: DeletionState }) {
  const zone = useZone();
  const mayDelete = useCan('organization.delete');
  const [asking, setAsking] = useState(false);
  const keep = useAction(undo, {
    refreshes: [read, me],
    onSuccess: () => toast({ title: 'Your organization stays', description: 'The deletion was undone.' }),
    onError: (error) =>
      toast({ title: 'The deletion was not undone', description: error.message, tone: 'danger' }),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0 grow basis-64">
        {deletion ? (
          <>
            <p className="font-medium text-danger-text">
              Will be deleted on {shortDateTime(deletion.dueAt, zone)}
            </p>
            <p className="text-sm break-words text-muted" dir="auto">
              Asked for by {deletion.byOperator ? 'the operator of this platform' : deletion.requestedBy} on{' '}
              {shortDate(deletion.requestedAt, zone)}.{' '}
              {deletion.byOperator ? `Only the operator can undo it. Reason: ${deletion.reason}` : ''}
            </p>
          </>
        ) : (
          <p className="text-muted">
            {mayDelete
              ? 'Start an export first if you want to keep something.'
              : 'Only an owner can delete the organization.'}
          </p>
        )}
      </div>
      {!mayDelete || deletion?.byOperator ? null : deletion ? (
        <Button busy={keep.isPending && 'Undoing...'} onClick={() => keep.mutate({})}>
          Undo the deletion
        </Button>
      ) : (
        <Button look="danger-quiet" className="-mx-3.5" onClick={() => setAsking(true)}>
          Delete organization
        </Button>
      )}
      {asking ? <DeleteDialog onClose={() => setAsking(false)} /> : null}
    </div>
  );
}
