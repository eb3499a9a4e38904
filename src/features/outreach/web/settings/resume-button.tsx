import { useState } from 'react';
import { useCan } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { resumeSending } from './pause-sending.ts';

/** Lets outreach go on, after a question: mail leaves by it. Not there for who may not. */
export function ResumeButton() {
  const mayResume = useCan('integrations.manage');
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!mayResume) return null;

  async function resume(): Promise<void> {
    setBusy(true);
    await resumeSending();
    setBusy(false);
    setAsking(false);
  }

  return (
    <>
      <Button onClick={() => setAsking(true)}>Resume sending</Button>
      <ConfirmDialog
        open={asking}
        title="Resume sending?"
        text="What waited leaves within caps and hours, and running sequences go on."
        action="Resume sending"
        look="primary"
        busy={busy && 'Resuming...'}
        onConfirm={() => void resume()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
