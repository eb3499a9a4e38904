import { useState } from 'react';
import { shortDate, shortDateTime } from '#web/lib/dates.ts';
import { useAction, useEndpoint } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Part } from '#web/ui/part.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { deletionApi, graceDays } from '../contract.ts';
import { DeleteTenantDialog } from './delete-tenant-dialog.tsx';

const { readTenant, undoTenant } = deletionApi.endpoints;

interface TenantDeletionProps {
  organizationId: string;
  name: string;
}

/** Whether and when a tenant is deleted, for the operator, who may ask for it and undo it. */
export function TenantDeletion({ organizationId, name }: TenantDeletionProps) {
  const zone = useZone();
  const request = { params: { organizationId } };
  const found = useEndpoint(readTenant, request);
  const [asking, setAsking] = useState(false);
  const keep = useAction(undoTenant, {
    refreshes: [readTenant],
    onSuccess: () => toast({ title: 'The tenant stays', description: name }),
    onError: (error) =>
      toast({ title: 'The deletion was not undone', description: error.message, tone: 'danger' }),
  });
  const deletion = found.data?.deletion;
  return (
    <Part title="Deletion">
      {found.data ? (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <div className="min-w-0 grow basis-48">
            {deletion ? (
              <>
                <p className="font-medium text-danger-text">
                  Will be deleted on {shortDateTime(deletion.dueAt, zone)}
                </p>
                <p className="text-sm break-words text-muted" dir="auto">
                  Asked for by {deletion.requestedBy} on {shortDate(deletion.requestedAt, zone)}.
                  {deletion.reason ? ` ${deletion.reason}` : ''}
                </p>
              </>
            ) : (
              <p className="text-muted">
                {`Everything of the tenant goes ${graceDays} days after it is asked for.`}
              </p>
            )}
          </div>
          {deletion ? (
            <Button busy={keep.isPending && 'Undoing...'} onClick={() => keep.mutate(request)}>
              Undo the deletion
            </Button>
          ) : (
            <Button look="danger-quiet" className="-mx-3.5" onClick={() => setAsking(true)}>
              Delete tenant
            </Button>
          )}
        </div>
      ) : found.error ? (
        <ErrorState
          title="It is not known whether the tenant is to be deleted"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Loading label="Loading the state of the deletion">
          <Skeleton className="h-9 rounded-md" />
        </Loading>
      )}
      {asking ? (
        <DeleteTenantDialog organizationId={organizationId} name={name} onClose={() => setAsking(false)} />
      ) : null}
    </Part>
  );
}
