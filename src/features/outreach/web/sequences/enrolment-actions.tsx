import { CircleStop, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import type { Enrolment } from '#features/outreach/sequence-contract.ts';
import { useCan } from '#web/session.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { changeEnrolment } from './change-enrolment.ts';
import { runningStates } from './sequence-words.ts';

/** Pause, go on, stop: for one prospect. Nothing where it has ended, or for who may only read. */
export function EnrolmentActions({ enrolment }: { enrolment: Enrolment }) {
  const mayWrite = useCan('outreach.write');
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const { businessName, state } = enrolment;
  if (!mayWrite || !runningStates.has(state)) return null;

  async function change(to: 'active' | 'paused' | 'stopped'): Promise<void> {
    setBusy(true);
    await changeEnrolment(enrolment, to);
    setBusy(false);
    setAsking(false);
  }

  return (
    <>
      {state === 'active' ? (
        <IconButton label={`Pause for ${businessName}`} disabled={busy} onClick={() => void change('paused')}>
          <Pause size={16} aria-hidden />
        </IconButton>
      ) : null}
      {state === 'paused' ? (
        <IconButton
          label={`Go on with ${businessName}`}
          disabled={busy}
          onClick={() => void change('active')}
        >
          <Play size={16} aria-hidden />
        </IconButton>
      ) : null}
      <IconButton label={`Stop for ${businessName}`} disabled={busy} onClick={() => setAsking(true)}>
        <CircleStop size={16} aria-hidden />
      </IconButton>
      <ConfirmDialog
        open={asking}
        title={`Stop for ${businessName}?`}
        text="This prospect gets nothing more from the sequence, and a draft for it goes away. It can be added again later, from the first step on."
        action="Stop"
        busy={busy && 'Stopping...'}
        onConfirm={() => void change('stopped')}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
