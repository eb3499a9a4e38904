import { call, messageOf } from '#web/api.ts';
import { refresh, useEndpoint } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Ago } from '#web/ui/list-parts.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { deviceName } from '../device-name.ts';
import { memberApi } from '../totp-contract.ts';

const { sessions, endSessions } = memberApi.endpoints;

interface MemberSessionsProps {
  userId: string;
  name: string;
  onClose: () => void;
}

/** Where a colleague is signed in; all of it can be ended. */
export function MemberSessions({ userId, name, onClose }: MemberSessionsProps) {
  const params = { userId };
  const found = useEndpoint(sessions, { params });
  async function endAll(): Promise<void> {
    try {
      await call(endSessions, { params });
      toast({ title: 'Sessions ended', description: name });
      await refresh([sessions]);
      onClose();
    } catch (error) {
      toast({
        title: 'Error',
        description: messageOf(error, 'The sessions were not ended.'),
        tone: 'danger',
      });
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Sessions of ${name}`}
      description="Where this account is signed in. Ending them signs it out at once; the password stays."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button look="danger" disabled={!found.data?.length} onClick={() => void endAll()}>
            End sessions
          </Button>
        </>
      }
    >
      {found.data ? (
        found.data.length === 0 ? (
          <EmptyState compact title="Not signed in anywhere" />
        ) : (
          <ul className="divide-y divide-border">
            {found.data.map((one) => (
              <li key={one.id} className="px-5 py-3">
                <p className="truncate font-medium" title={one.userAgent ?? undefined}>
                  {deviceName(one.userAgent)}
                </p>
                <p className="text-sm text-muted">
                  Last used <Ago instant={one.lastSeenAt} />
                  {one.address ? ` · ${one.address}` : ''}
                </p>
              </li>
            ))}
          </ul>
        )
      ) : found.error ? (
        <ErrorState
          title="The sessions could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Loading label="Loading sessions" className="space-y-4 p-5">
          <Skeleton />
          <Skeleton />
        </Loading>
      )}
    </Dialog>
  );
}
