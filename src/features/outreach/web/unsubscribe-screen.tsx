import { keyOf, queryClient, useAction, useEndpoint } from '#web/query.ts';
import { LinkContent, LinkPage } from '#web/shell/link-page.tsx';
import { useTitle } from '#web/shell/title.ts';
import { Button } from '#web/ui/button.tsx';
import { type UnsubscribePage, unsubscribeApi } from '../unsubscribe-contract.ts';

const { open, act } = unsubscribeApi.endpoints;

/** What lies behind the last line of every email to a prospect: one button, no sign-in. Opening it changes nothing. */
export function Screen() {
  return <LinkPage>{(token) => <Asked token={token} />}</LinkPage>;
}

function Asked({ token }: { token: string }) {
  useTitle('Unsubscribe');
  const found = useEndpoint(open, { params: { token } });
  return (
    <LinkContent found={found} what="page" help="Or answer the mail with the word “unsubscribe”.">
      {(page) => <Body page={page} token={token} />}
    </LinkContent>
  );
}

function Body({ page, token }: { page: UnsubscribePage; token: string }) {
  const { organization, address, unsubscribedAt } = page;
  const request = { params: { token } };
  const stop = useAction(act, {
    onSuccess: (answer) => queryClient.setQueryData(keyOf(open, request), answer),
  });
  const isDone = unsubscribedAt !== null;
  return (
    <>
      <p dir="auto" className="text-muted">
        {organization}
      </p>
      <h1 className="mt-1 text-2xl font-semibold tracking-tight">
        {isDone ? 'You are unsubscribed' : 'Get no more of these emails?'}
      </h1>
      <p className="mt-2" aria-live="polite">
        {isDone ? (
          <>
            <span dir="auto">{organization}</span> sends no more of these emails to{' '}
            <span className="break-all">{address}</span>. Nothing more is needed from you.
          </>
        ) : (
          <>
            <span dir="auto">{organization}</span> wrote to <span className="break-all">{address}</span>. With
            one press no more of these emails come, from now on.
          </>
        )}
      </p>
      {isDone ? null : (
        <Button
          look="primary"
          className="mt-6 w-full"
          busy={stop.isPending && 'Unsubscribing...'}
          onClick={() => stop.mutate(request)}
        >
          Unsubscribe
        </Button>
      )}
      {stop.error ? (
        <p role="alert" className="mt-3 text-danger-text">
          {stop.error.message}
        </p>
      ) : null}
    </>
  );
}
