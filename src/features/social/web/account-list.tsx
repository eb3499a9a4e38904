import { useState } from 'react';
import { call, messageOf } from '#web/api.ts';
import { exactDateTime, shortDate, shortDateTime } from '#web/lib/dates.ts';
import { refresh, useAction } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Section } from '#web/ui/section.tsx';
import { type Platform, platform, platformRules } from '../platforms.ts';
import {
  type ConnectedAccount,
  type SocialIntegration,
  socialApiOfSettings,
  socialIntegrationApi,
} from '../settings-contract.ts';
import { PlatformMark } from './platform-mark.tsx';

const { read, connect, disconnect, test } = socialIntegrationApi.endpoints;
const changed = [read, socialApiOfSettings.endpoints.read];

/** The operator's setting without which a platform cannot be connected. */
const applications: Readonly<Record<Platform, string>> = {
  linkedin: 'LINKEDIN_CLIENT_ID',
  facebook: 'META_APP_ID',
  instagram: 'META_APP_ID',
};

/** Pages and accounts that the hub may post to directly, with their health. */
export function AccountList({ integration }: { integration: SocialIntegration }) {
  return (
    <Section
      title="Connected accounts"
      text="For posting directly. You sign in at the platform and choose one of your pages; the hub never sees your password there."
    >
      <ul className="divide-y divide-border">
        {platform.options.map((one) => (
          <Account key={one} platform={one} {...integration.platforms[one]} />
        ))}
      </ul>
    </Section>
  );
}

function Health({ account }: { account: ConnectedAccount }) {
  if (account.state === 'connected') return <Badge tone="success">Connected</Badge>;
  return account.state === 'expiring' ? (
    <Badge tone="warning">Ends soon</Badge>
  ) : (
    <Badge tone="danger">Reconnect</Badge>
  );
}

function healthWords({ lastError, expiresAt, lastCheckedAt }: ConnectedAccount, zone: string): string {
  return [
    lastError,
    expiresAt ? `The connection ends on ${shortDate(expiresAt, zone)}.` : '',
    lastCheckedAt ? `Checked ${shortDateTime(lastCheckedAt, zone)}.` : '',
  ]
    .filter(Boolean)
    .join(' ');
}

function failed(words: string, error: unknown): void {
  toast({ title: 'Error', description: messageOf(error, words), tone: 'danger' });
}

interface AccountProps {
  platform: Platform;
  account: ConnectedAccount | null;
  canConnect: boolean;
}

function Account({ platform: target, account, canConnect }: AccountProps) {
  const zone = useZone();
  const { name } = platformRules[target];
  const [leaving, setLeaving] = useState(false);
  const [busy, setBusy] = useState<'connect' | 'check' | null>(null);
  const [checked, setChecked] = useState<{ ok: boolean; message: string } | null>(null);
  const forget = useAction(disconnect, {
    refreshes: changed,
    onSuccess: () => {
      setLeaving(false);
      toast({ title: `${name} disconnected` });
    },
    onError: (error) => {
      setLeaving(false);
      failed('The account was not disconnected.', error);
    },
  });

  async function begin(): Promise<void> {
    setBusy('connect');
    try {
      const { url } = await call(connect, { body: { platform: target } });
      location.assign(url);
    } catch (error) {
      setBusy(null);
      failed('The connection could not be begun.', error);
    }
  }
  async function check(): Promise<void> {
    setBusy('check');
    try {
      setChecked(await call(test, { body: { platform: target } }));
      await refresh(changed);
    } catch (error) {
      setChecked({ ok: false, message: messageOf(error, 'The check could not be made.') });
    } finally {
      setBusy(null);
    }
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3.5">
      <div className="min-w-0 grow basis-72">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          <PlatformMark platform={target} named />
          {account ? <Health account={account} /> : null}
        </p>
        <p dir="auto" className="mt-0.5 text-sm break-words text-muted">
          {account
            ? account.name
            : canConnect
              ? 'Not connected.'
              : `Your operator has not set up ${name} (${applications[target]}).`}
        </p>
        {account ? (
          <p
            className={account.lastError ? 'text-sm text-danger-text' : 'text-sm text-muted'}
            title={account.expiresAt ? exactDateTime(account.expiresAt, zone) : undefined}
          >
            {healthWords(account, zone)}
          </p>
        ) : null}
        {checked ? (
          <output className={checked.ok ? 'text-sm text-success-text' : 'text-sm text-danger-text'}>
            {checked.message}
          </output>
        ) : null}
      </div>
      {canConnect ? (
        <Button busy={busy === 'connect' && 'Opening...'} onClick={() => void begin()}>
          {account ? `Reconnect ${name}` : `Connect ${name}`}
        </Button>
      ) : null}
      {account ? (
        <>
          <Button busy={busy === 'check' && 'Checking...'} onClick={() => void check()}>
            Check
          </Button>
          <Button look="danger-quiet" onClick={() => setLeaving(true)}>
            Disconnect
          </Button>
        </>
      ) : null}
      <ConfirmDialog
        open={leaving}
        title={`Disconnect ${name}?`}
        text={`The hub forgets its access to ${account?.name ?? name}. Scheduled posts for it stay, and cannot leave until it is connected again.`}
        action="Disconnect"
        busy={forget.isPending && 'Disconnecting...'}
        onConfirm={() => forget.mutate({ params: { platform: target } })}
        onClose={() => setLeaving(false)}
      />
    </li>
  );
}
