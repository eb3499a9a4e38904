import { type ReactNode, useState } from 'react';
import { exactDateTime } from '#web/lib/dates.ts';
import { keyOf, queryClient, refresh, useAction, useEndpoint } from '#web/query.ts';
import { LinkContent, LinkPage } from '#web/shell/link-page.tsx';
import { useTitle } from '#web/shell/title.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { SlotPicker } from '#web/ui/slot-picker.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { type Invitation, invitationApi } from '../contract.ts';
import { slotDays } from '../slot-days.ts';

const { open, slots, confirm, move, decline } = invitationApi.endpoints;

/** The visitor's own zone: times are shown where the visitor is. */
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What a client sees behind the link of an invitation: confirm, choose another time, or cancel. No sign-in. */
export function Screen() {
  return <LinkPage>{(token) => <Invited token={token} />}</LinkPage>;
}

function Invited({ token }: { token: string }) {
  useTitle('Your meeting');
  const found = useEndpoint(open, { params: { token } });
  return (
    <LinkContent found={found} what="meeting" help="If it still does not work, answer the mail.">
      {(invitation) => <Body invitation={invitation} token={token} />}
    </LinkContent>
  );
}

const headings = {
  invited: 'You are invited to a meeting',
  confirmed: 'Your meeting is confirmed',
  cancelled: 'This meeting is cancelled',
} as const;

function Body({ invitation, token }: { invitation: Invitation; token: string }) {
  const { organization, host, startsAt, durationMinutes, timezone, link, status, isPast } = invitation;
  const closed = isPast || status === 'cancelled';
  const [choosing, setChoosing] = useState(false);
  const request = { params: { token } };
  const show = (answer: Invitation) => queryClient.setQueryData(keyOf(open, request), answer);
  const yes = useAction(confirm, { onSuccess: show });
  const [declining, setDeclining] = useState(false);
  const no = useAction(decline, {
    onSuccess: show,
    onError: () => setDeclining(false),
  });
  const failure = yes.error ?? no.error;
  return (
    <>
      <p className="text-muted">{organization}</p>
      <h1 className="mt-1 text-2xl font-semibold tracking-tight">
        {isPast && status !== 'cancelled' ? 'This meeting is over' : headings[status]}
      </h1>
      <dl className="panel mt-6 space-y-3 p-5">
        <Fact label="When">
          <time dateTime={startsAt} className="font-medium">
            {exactDateTime(startsAt, here)}
          </time>
          <span className="text-muted">, {durationMinutes} minutes</span>
          {here === timezone ? null : (
            <span className="block text-sm text-muted">
              In your time zone, {here}. At {organization}: {exactDateTime(startsAt, timezone)}
            </span>
          )}
        </Fact>
        <Fact label="With">{host}</Fact>
        {link && !closed ? (
          <Fact label="Where">
            <a href={link} target="_blank" rel="noopener noreferrer" className="link break-all">
              {link}
            </a>
          </Fact>
        ) : null}
      </dl>
      {closed ? (
        <p className="mt-4 text-muted">
          {status === 'cancelled'
            ? 'Nothing more is needed from you. To arrange another one, answer the mail.'
            : 'To arrange another one, answer the mail.'}
        </p>
      ) : (
        <>
          <div className="mt-5 flex flex-wrap gap-2">
            {status === 'invited' ? (
              <Button
                look="primary"
                busy={yes.isPending && 'Confirming...'}
                onClick={() => yes.mutate(request)}
              >
                Confirm
              </Button>
            ) : null}
            <Button onClick={() => setChoosing(!choosing)} aria-expanded={choosing}>
              Choose another time
            </Button>
            <Button look="danger-quiet" onClick={() => setDeclining(true)}>
              I cannot come
            </Button>
          </div>
          {failure ? (
            <p role="alert" className="mt-3 text-danger-text">
              {failure.message}
            </p>
          ) : null}
          {choosing ? <OtherTimes token={token} onMoved={() => setChoosing(false)} /> : null}
          <ConfirmDialog
            open={declining}
            title="Cancel the meeting?"
            text={`${organization} is told. The meeting cannot be brought back from this page.`}
            action="Cancel meeting"
            busy={no.isPending && 'Cancelling...'}
            onConfirm={() => no.mutate(request)}
            onClose={() => setDeclining(false)}
          />
        </>
      )}
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="sm:grid sm:grid-cols-[72px_1fr]">
      <dt className="text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function OtherTimes({ token, onMoved }: { token: string; onMoved: () => void }) {
  const request = { params: { token } };
  const free = useEndpoint(slots, request);
  const [selected, setSelected] = useState<string | null>(null);
  const take = useAction(move, {
    onSuccess: (answer) => {
      queryClient.setQueryData(keyOf(open, request), answer);
      onMoved();
      void refresh([slots]);
    },
    // Somebody was quicker: what is free now is shown.
    onError: () => {
      setSelected(null);
      void refresh([slots]);
    },
  });
  if (free.error) {
    return (
      <ErrorState
        title="The free times could not be loaded"
        error={free.error}
        onRetry={() => void free.refetch()}
      />
    );
  }
  if (!free.data) {
    return (
      <Loading label="Loading free times" className="mt-6 space-y-3">
        <Skeleton className="h-9 rounded-md" />
        <Skeleton className="h-9 w-2/3 rounded-md" />
      </Loading>
    );
  }
  if (free.data.length === 0) {
    return (
      <p className="mt-6 text-muted">
        Nothing else is free in the next three weeks. Answer the mail instead.
      </p>
    );
  }
  return (
    <section aria-label="Other times" className="mt-6">
      <p className="mb-3 text-sm text-muted">Times are shown in {here}.</p>
      <SlotPicker
        label="Free times"
        days={slotDays(free.data, here)}
        zone={here}
        selected={selected}
        onSelect={setSelected}
      />
      {take.error ? (
        <p role="alert" className="mt-3 text-danger-text">
          {take.error.message}
        </p>
      ) : null}
      <div className="mt-4">
        <Button
          look="primary"
          disabled={selected === null}
          busy={take.isPending && 'Moving...'}
          onClick={() => {
            if (selected) take.mutate({ ...request, body: { startsAt: selected } });
          }}
        >
          {selected ? `Take ${exactDateTime(selected, here)}` : 'Choose a time'}
        </Button>
      </div>
    </section>
  );
}
