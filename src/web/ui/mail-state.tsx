import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { cx } from './cx.ts';

const names = {
  draft: 'Draft',
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  kept: 'In the outbox',
  held: 'Held',
  cancelled: 'Taken back',
  failed: 'Failed',
  unconfirmed: 'Not confirmed',
  bounced: 'Bounced',
} as const;
type MailStateName = keyof typeof names;
const bad: ReadonlySet<MailStateName> = new Set(['held', 'failed', 'unconfirmed', 'bounced']);

interface MailStateProps {
  state: MailStateName;
  /** Why it is in this state, in plain words. */
  reason: string;
  /** Null where it cannot be taken back any more. */
  onTakeBack: (() => void) | null;
  /** Null where it cannot be sent again; `confirmed` says that it may arrive twice. */
  onSendAgain: ((confirmed: boolean) => Promise<void>) | null;
  className?: string;
}

/** Where a mail of ours is, why, and what can be done. */
export function MailState({ state, reason, onTakeBack, onSendAgain, className }: MailStateProps) {
  return (
    <div className={cx('text-xs text-muted', className)}>
      <p className={cx(bad.has(state) && 'font-medium text-danger-text')}>{names[state]}</p>
      {bad.has(state) || state === 'kept' ? <p className="max-w-[56ch] break-words">{reason}</p> : null}
      {onTakeBack ? (
        <button type="button" className="link text-sm" onClick={onTakeBack}>
          Take back
        </button>
      ) : null}
      {onSendAgain ? <SendAgain state={state} onSendAgain={onSendAgain} /> : null}
    </div>
  );
}

interface SendAgainProps {
  state: MailStateName;
  /** `confirmed` says that it may arrive twice. */
  onSendAgain: (confirmed: boolean) => Promise<void>;
}

/** Sends a mail of ours again; one whose outcome is not known after a question. */
export function SendAgain({ state, onSendAgain }: SendAgainProps) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);

  async function send(confirmed: boolean): Promise<void> {
    setBusy(true);
    await onSendAgain(confirmed);
    setBusy(false);
    setAsking(false);
  }

  return (
    <>
      <button
        type="button"
        className="link text-sm"
        disabled={busy}
        onClick={() => (state === 'unconfirmed' ? setAsking(true) : void send(false))}
      >
        {state === 'kept' ? 'Send now' : 'Send again'}
      </button>
      <ConfirmDialog
        open={asking}
        title="Send this mail again?"
        text="It is not known whether it arrived. Sent again, it may arrive twice."
        action="Send again"
        busy={busy && 'Sending...'}
        onConfirm={() => void send(true)}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
