import { Link } from '@tanstack/react-router';
import { daysUntil } from '#web/lib/dates.ts';
import { useCan } from '#web/session.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { platform, platformRules } from '../platforms.ts';
import type { Channel } from '../settings-contract.ts';
import { useSocialSettings } from './use-posts.ts';

interface Need {
  text: string;
  fix: string;
  tone: 'danger' | 'warning';
}

function needOf(name: string, { problem, fix, account, mode }: Channel, now: Date): Need | null {
  if (problem) return { text: problem, fix: fix ?? 'Open the settings', tone: 'danger' };
  if (mode !== 'direct' || account?.state !== 'expiring' || account.expiresAt === null) return null;
  const days = daysUntil(account.expiresAt, now);
  const when = days === 0 ? 'has ended' : days === 1 ? 'ends in 1 day' : `ends in ${days} days`;
  return { text: `The connection to ${name} ${when}.`, fix: `Reconnect ${name}`, tone: 'warning' };
}

/** What keeps posts from leaving, or soon will, and what to do about it. */
export function ChannelNotices() {
  const settings = useSocialSettings().data;
  const manages = useCan('integrations.manage');
  const now = useNow();
  if (!settings) return null;
  const needs = new Map<string, Need>();
  for (const one of platform.options) {
    const need = needOf(platformRules[one].name, settings.channels[one], now);
    // A webhook that all platforms use needs one thing, once.
    if (need) needs.set(need.text, need);
  }
  return [...needs.values()].map(({ text, fix, tone }) => (
    <Notice
      key={text}
      tone={tone}
      boxed
      className="mb-3"
      action={
        manages ? (
          <Link
            to="/tenant/admin"
            search={{ tab: 'integrations', topic: 'social' }}
            className={buttonClass()}
          >
            {fix}
          </Link>
        ) : null
      }
    >
      {text} {manages ? '' : `Ask an admin: ${fix}.`}
    </Notice>
  ));
}
