import { Link } from '@tanstack/react-router';
import { shortDate } from '../lib/dates.ts';
import { useEndpoint } from '../query.ts';
import { comingEnd, standing, useCan, useMe, useZone } from '../session.tsx';
import { Notice } from '../ui/notice.tsx';
import { useNow } from '../ui/use-now.ts';
import { billingAccount } from './feature-calls.ts';

const texts = {
  trial_ended:
    'Your free trial has ended. You can read and export everything, but changing, sending and AI are paused until the subscription is paid.',
  suspended:
    'This subscription is suspended. You can read and export everything, but changing, sending and AI are paused until it is reactivated.',
  cancelled:
    'This subscription is cancelled. You can read and export everything, but changing, sending and AI are switched off.',
};

/** Says on every screen that everything is deleted soon, why writing is refused, or what ends soon, and what to do. */
export function AccountNotice() {
  return (
    <>
      <DeletionNotice />
      <StandingNotice />
    </>
  );
}

function DeletionNotice() {
  const { deletion } = useMe();
  const zone = useZone();
  const mayUndo = useCan('organization.delete') && !deletion?.byOperator;
  if (!deletion) return null;
  const who = deletion.byOperator
    ? 'The operator of this platform asked for it and alone can undo it.'
    : mayUndo
      ? 'Until then you can undo it.'
      : 'Until then an owner can undo it.';
  return (
    <Notice
      tone="danger"
      action={
        mayUndo ? (
          <Link to="/tenant/admin" search={{ tab: 'security' }} className="link font-medium">
            Go to Security
          </Link>
        ) : undefined
      }
    >
      {`This organization and everything in it will be deleted on ${shortDate(deletion.dueAt, zone)}. ${who}`}
    </Notice>
  );
}

function StandingNotice() {
  const me = useMe();
  const now = useNow();
  const zone = useZone();
  const why = standing(me, now);
  const coming = why ? null : comingEnd(me, now);
  const isStopped = why === 'suspended' || why === 'cancelled';
  const account = useEndpoint(billingAccount, {}, { enabled: isStopped });
  const reason = isStopped ? account.data?.stateReason : null;
  if (!why && !coming) return null;
  return (
    <Notice
      tone={coming?.kind === 'trial_ends' ? 'info' : 'warning'}
      action={
        <Link to="/tenant/billing" className="link font-medium">
          Go to billing
        </Link>
      }
    >
      {why ? texts[why] : coming ? comingText(coming, zone) : null}
      {reason ? <span dir="auto"> Reason given: {reason}</span> : null}
    </Notice>
  );
}

function comingText({ kind, at }: NonNullable<ReturnType<typeof comingEnd>>, zone: string): string {
  return kind === 'trial_ends'
    ? `Your free trial ends on ${shortDate(at, zone)}. After that you can read and export everything, but not change or send anything, until payment is set up.`
    : `Your paid period ended on ${shortDate(at, zone)} and no payment was recorded. Nothing is switched off yet.`;
}
