import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import {
  emailContent,
  emailLimits,
  emailSubject,
  type OutreachEmail,
} from '#features/outreach/email-contract.ts';
import { useCan } from '#web/session.tsx';
import { AiIssues, engineName } from '#web/ui/ai-parts.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { TextAreaField, TextField } from '#web/ui/field.tsx';
import { Ago } from '#web/ui/list-parts.tsx';
import { saveDraft, textOf } from './decide-draft.ts';
import { draftEdits } from './draft-edits.ts';

interface DraftCardProps {
  email: OutreachEmail;
  /** What goes on with it at the moment, in words. */
  busy: string | null;
  onApprove: () => void;
  onDiscard: () => Promise<void>;
}

/** One email that waits: to whom and why, its text, and what can be decided. */
export function DraftCard({ email, busy, onApprove, onDiscard }: DraftCardProps) {
  const mayWrite = useCan('outreach.write');
  const { id, businessName, to, engine, issues, sequence, createdAt, prospectId } = email;
  const edit = draftEdits.use(id);
  const text = textOf(email, edit);
  const ready = emailSubject.safeParse(text.subject).success && emailContent.safeParse(text.content).success;
  const step = sequence ? `Step ${sequence.step} of ${sequence.name}` : 'A sequence';
  const by = engine === null ? '' : `, written by ${engineName(engine)}`;

  return (
    // Reached by `j` and `k`; what it holds is reached by Tab.
    <li
      data-draft={id}
      tabIndex={-1}
      aria-label={`Email to ${businessName}`}
      aria-busy={busy !== null}
      className="panel scroll-mt-[calc(var(--bar)+12px)] outline-offset-2 focus:outline-2 focus:outline-focus"
    >
      <div className="border-b border-border px-5 py-3">
        <Link
          to="."
          search={(before: Record<string, string>) => ({ ...before, prospect: prospectId })}
          state={{ fromList: true }}
          resetScroll={false}
          preload={false}
          dir="auto"
          className="font-semibold break-words hover:underline"
        >
          {businessName}
        </Link>
        <p dir="auto" className="text-left text-sm break-words text-muted">
          {to} · {step}
          {by}, <Ago instant={createdAt} />
        </p>
      </div>
      <div className="px-5 py-4">
        {edit.open && mayWrite ? (
          <EditFields email={email} onApprove={ready ? onApprove : null} />
        ) : (
          <>
            <h2 dir="auto" className="text-left text-lg font-semibold break-words">
              {text.subject}
            </h2>
            <p dir="auto" className="mt-2 max-w-[72ch] text-left break-words whitespace-pre-wrap">
              {text.content}
            </p>
          </>
        )}
        <AiIssues label={`Notes on the email to ${businessName}`} issues={issues} className="mt-3" />
        {edit.fault ? (
          <p role="alert" className="mt-3 rounded-md bg-danger-quiet px-3 py-2 break-words text-danger-text">
            {edit.fault}
          </p>
        ) : null}
      </div>
      {mayWrite ? (
        <Decide email={email} ready={ready} busy={busy} onApprove={onApprove} onDiscard={onDiscard} />
      ) : null}
    </li>
  );
}

function EditFields({ email, onApprove }: { email: OutreachEmail; onApprove: (() => void) | null }) {
  const { id } = email;
  const text = textOf(email, draftEdits.use(id));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.querySelector('textarea')?.focus();
  }, []);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onApprove?.();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- hears what is pressed in the fields.
    <div ref={place} className="space-y-3" onKeyDown={onKeyDown}>
      <TextField
        label="Subject"
        dir="auto"
        maxLength={emailLimits.subject}
        value={text.subject}
        onChange={(event) => draftEdits.change(id, { subject: event.target.value })}
      />
      <TextAreaField
        label="Text"
        dir="auto"
        rows={10}
        maxLength={emailLimits.content}
        value={text.content}
        hint="Your signature, your address and the link to unsubscribe are added below it."
        onChange={(event) => draftEdits.change(id, { content: event.target.value })}
      />
    </div>
  );
}

interface DecideProps extends DraftCardProps {
  /** Subject and text can be sent. */
  ready: boolean;
}

function Decide({ email, ready, busy, onApprove, onDiscard }: DecideProps) {
  const { id, businessName } = email;
  const edit = draftEdits.use(id);
  const [asking, setAsking] = useState(false);
  const [saving, setSaving] = useState(false);
  const idle = busy === null && !saving;

  async function save(): Promise<void> {
    setSaving(true);
    await saveDraft(email);
    setSaving(false);
  }

  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-border px-5 py-3">
      <Button
        look="primary"
        title={edit.open ? 'Ctrl+Enter' : 'a'}
        disabled={!ready || saving}
        busy={busy ?? false}
        onClick={onApprove}
      >
        Approve and send
      </Button>
      {edit.open ? (
        <>
          <Button disabled={!ready || !idle} busy={saving && 'Saving...'} onClick={() => void save()}>
            Save
          </Button>
          <Button look="quiet" disabled={!idle} onClick={() => draftEdits.clear(id)}>
            Cancel
          </Button>
        </>
      ) : (
        <Button title="e" disabled={!idle} onClick={() => draftEdits.change(id, { open: true })}>
          Edit
        </Button>
      )}
      <Button look="danger-quiet" className="ml-auto" disabled={!idle} onClick={() => setAsking(true)}>
        Discard
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Discard the email to ${businessName}?`}
        text="It is thrown away, and the sequence ends for this prospect. This cannot be undone."
        action="Discard"
        busy={busy ?? false}
        onConfirm={() => void onDiscard().then(() => setAsking(false))}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
