import { exactDateTime, relativeTime } from '#web/lib/dates.ts';
import { useAction, useEndpoint } from '#web/query.ts';
import { useSignOut, useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { authApi, type Session } from '../contract.ts';
import { deviceName } from '../device-name.ts';

const { endSession, listSessions } = authApi.endpoints;

/** Where this account is signed in; each can be ended from here. */
export function Sessions() {
  const sessions = useEndpoint(listSessions);
  return (
    <Section
      title="Sessions"
      text="The browsers and programs that are signed in with your account. End the ones that you do not recognize, then change your password."
    >
      {sessions.data ? (
        <ul className="divide-y divide-border">
          {sessions.data
            .toSorted((a, b) => Number(b.current) - Number(a.current))
            .map((session) => (
              <SessionLine key={session.id} session={session} />
            ))}
        </ul>
      ) : sessions.error ? (
        <ErrorState
          title="The sessions could not be loaded"
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
        />
      ) : (
        <Loading label="Loading sessions" className="space-y-4 p-5">
          <Skeleton className="h-9 rounded-md" />
          <Skeleton className="h-9 rounded-md" />
        </Loading>
      )}
    </Section>
  );
}

function SessionLine({ session }: { session: Session }) {
  const zone = useZone();
  const now = useNow();
  const leave = useSignOut();
  const device = deviceName(session.userAgent);
  const end = useAction(endSession, {
    refreshes: [listSessions],
    onSuccess: () => toast({ title: 'Session ended', description: device }),
    onError: (error) =>
      toast({ title: 'The session was not ended', description: error.message, tone: 'danger' }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 grow basis-40">
        <p className="flex items-center gap-2">
          <span className="truncate font-medium" title={session.userAgent ?? undefined}>
            {device}
          </span>
          {session.current ? <Badge tone="brand">This one</Badge> : null}
        </p>
        <p className="text-sm text-muted">
          <time dateTime={session.createdAt} title={exactDateTime(session.createdAt, zone)}>
            Signed in {relativeTime(session.createdAt, zone, now)}
          </time>
          {' · '}
          <time dateTime={session.lastSeenAt} title={exactDateTime(session.lastSeenAt, zone)}>
            last used {relativeTime(session.lastSeenAt, zone, now)}
          </time>
          {session.address ? ` · ${session.address}` : ''}
        </p>
      </div>
      {session.current ? (
        <Button onClick={() => void leave()}>Log out</Button>
      ) : (
        <Button
          look="danger-quiet"
          aria-label={`End ${device}, signed in ${relativeTime(session.createdAt, zone, now)}`}
          busy={end.isPending && 'Ending...'}
          onClick={() => end.mutate({ params: { id: session.id } })}
        >
          End
        </Button>
      )}
    </li>
  );
}
