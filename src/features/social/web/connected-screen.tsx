import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useAddress } from '#web/address.ts';
import { messageOf } from '#web/api.ts';
import { keyOf, queryClient, refresh, useAction } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { useTitle } from '#web/shell/title.ts';
import { toast } from '#web/toast.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { platformRules } from '../platforms.ts';
import { socialApiOfSettings, socialIntegrationApi } from '../settings-contract.ts';

const { finishConnect, chooseAccount, read } = socialIntegrationApi.endpoints;

/** Where a platform sends the browser back: finishes the connection and asks which page to use. */
export function Screen() {
  useTitle('Connect an account');
  const manages = useCan('integrations.manage');
  const { params } = useAddress();
  return (
    <div className="mx-auto max-w-[560px]" data-tab="social">
      <h1 className="mb-4 text-xl font-semibold">Connect an account</h1>
      <div className="panel">
        {manages ? (
          <Finish state={params.state ?? ''} code={params.code ?? ''} refusal={refusalOf(params)} />
        ) : (
          <EmptyState title="Only an owner or admin connects accounts" text="Ask one of them to do it." />
        )}
      </div>
    </div>
  );
}

/** What a platform says instead of a code when the person said no (RFC 6749 section 4.1.2.1). */
function refusalOf({ error, error_description: text }: Record<string, string | undefined>): string | null {
  if (!error) return null;
  if (/denied|cancel/i.test(error)) return 'You did not allow it at the platform, so nothing was connected.';
  return `The platform did not allow it: ${(text ?? error).slice(0, 300)}`;
}

const back = (
  <Link to="/tenant/admin" search={{ tab: 'integrations', topic: 'social' }} className={buttonClass()}>
    Back to Integrations
  </Link>
);

function Finish({ state, code, refusal }: { state: string; code: string; refusal: string | null }) {
  const finish = useAction(finishConnect);
  const started = useRef(false);
  const { mutate } = finish;
  const complete = state !== '' && code !== '' && refusal === null;
  useEffect(() => {
    // A code works once: not again when the page is drawn twice.
    if (!complete || started.current) return;
    started.current = true;
    mutate({ body: { state, code } });
  }, [complete, state, code, mutate]);

  if (refusal) return <EmptyState title="Nothing was connected" text={refusal} actions={back} />;
  if (!complete)
    return (
      <EmptyState
        title="This address is not complete"
        text="Begin in Admin, Integrations, with the button of the platform."
        actions={back}
      />
    );
  if (finish.error)
    return <EmptyState title="The account was not connected" text={finish.error.message} actions={back} />;
  if (!finish.data)
    return (
      <Loading label="Asking the platform for your pages" className="space-y-3 p-5">
        <Skeleton className="w-2/3" />
        <Skeleton className="h-10" />
        <Skeleton className="h-10" />
      </Loading>
    );
  return <Choice {...finish.data} />;
}

type Found = NonNullable<ReturnType<typeof useAction<typeof finishConnect>>['data']>;

function Choice({ attemptId, platform, accounts }: Found) {
  const { name } = platformRules[platform];
  const navigate = useNavigate();
  const [picked, setPicked] = useState(accounts.length === 1 ? (accounts[0]?.id ?? null) : null);
  const choose = useAction(chooseAccount, {
    refreshes: [socialApiOfSettings.endpoints.read],
    onSuccess: (answer) => {
      queryClient.setQueryData(keyOf(read), answer);
      toast({
        title: `${name} connected`,
        description: accounts.find(({ id }) => id === picked)?.name ?? '',
      });
      void navigate({ to: '/tenant/admin', search: { tab: 'integrations', topic: 'social' }, replace: true });
    },
    onError: (error) => {
      toast({
        title: 'Error',
        description: messageOf(error, 'The account was not connected.'),
        tone: 'danger',
      });
      void refresh([read]);
    },
  });
  if (accounts.length === 0)
    return (
      <EmptyState
        title={`${name} named no page that you may post to`}
        text={`Sign in to ${name} as someone who administers the page, and allow access to it.`}
        actions={back}
      />
    );
  return (
    <form
      className="p-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (picked) choose.mutate({ body: { attemptId, account: picked } });
      }}
    >
      <fieldset>
        <legend className="font-medium">Which of them should the hub post to on {name}?</legend>
        <div className="mt-3 divide-y divide-border rounded-lg border border-border">
          {accounts.map((account) => (
            <label key={account.id} className="control flex items-center gap-2.5 px-3.5 py-2">
              <input
                type="radio"
                name="account"
                className="size-4.5 shrink-0 accent-brand"
                checked={picked === account.id}
                onChange={() => setPicked(account.id)}
              />
              <span dir="auto" className="min-w-0 break-words">
                {account.name}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        {back}
        <Button
          type="submit"
          look="primary"
          disabled={picked === null}
          busy={choose.isPending && 'Connecting...'}
        >
          Use this page
        </Button>
      </div>
    </form>
  );
}
