import { Sparkles } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useEndpoint } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { AiFailed, AiIssues, engineName } from '#web/ui/ai-parts.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextAreaField, TextField } from '#web/ui/field.tsx';
import { OutboxLine } from '#web/ui/outbox-line.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import type { ProspectDetail } from '../contract.ts';
import { emailLimits } from '../email-contract.ts';
import { outreachSettingsApi } from '../settings-contract.ts';
import { emailDrafts } from './email-draft.ts';
import { EmailNotes } from './email-notes.tsx';
import { emailNotes } from './email-obstacle.ts';
import { sendEmail } from './send-email.ts';
import { useGenerateEmail } from './use-generate-email.ts';

const undoMs = 10_000;

interface EmailComposerProps {
  prospect: ProspectDetail;
  /** Opens the form of the prospect at a field. */
  onEdit: (field: 'contactEmail' | 'basis') => void;
}

/**
 * Writes the first email to a prospect with an engine, for a person to read, change and send. Generate Email is offered for
 * prospects that nobody contacted, Send Email for what was generated (specification section 5).
 */
export function EmailComposer({ prospect, onEdit }: EmailComposerProps) {
  const draft = emailDrafts.use(prospect.id);
  const settings = useEndpoint(outreachSettingsApi.endpoints.read);
  const ai = useGenerateEmail(prospect);
  const [made, setMade] = useState(0);
  const notes = emailNotes(prospect, settings.data ?? null);
  const mayGenerate = prospect.status === 'not_contacted';
  if (!mayGenerate && !draft.open) return null;

  async function make(engine?: 'builtin'): Promise<void> {
    if (await ai.make(engine)) setMade((count) => count + 1);
  }

  return (
    <div className="mb-5">
      <EmailNotes notes={notes} onEdit={onEdit} />
      {ai.busy ? (
        <Loading label="Writing the email" className="space-y-3 rounded-lg border border-border p-4">
          <Skeleton className="w-2/3" />
          <Skeleton className="h-28" />
          <p className="text-sm text-muted">Writing the email...</p>
        </Loading>
      ) : draft.open ? (
        <DraftForm
          prospect={prospect}
          blocked={notes.some(({ stops }) => stops)}
          outbox={settings.data?.transport === 'outbox'}
          made={made}
          onAgain={mayGenerate ? () => void make() : null}
        />
      ) : ai.failure ? null : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button look="primary" onClick={() => void make()}>
            <Sparkles size={16} aria-hidden />
            Generate Email
          </Button>
          <p className="min-w-0 grow basis-56 text-sm text-muted">
            From what is known of the business. You read it before it goes out.
          </p>
        </div>
      )}
      {ai.failure && !ai.busy ? (
        <AiFailed title="Generation Failed" failure={ai.failure} make={make} className="mt-3" />
      ) : null}
    </div>
  );
}

function discard(prospectId: string): void {
  const draft = emailDrafts.of(prospectId);
  emailDrafts.clear(prospectId);
  toast({
    title: 'Email discarded',
    durationMs: undoMs,
    action: { label: 'Undo', run: () => emailDrafts.change(prospectId, draft) },
  });
}

interface DraftFormProps {
  prospect: ProspectDetail;
  blocked: boolean;
  /** No mail account is connected. */
  outbox: boolean;
  /** How many texts were generated here: the focus goes to a new one. */
  made: number;
  /** Null where no other text may be generated. */
  onAgain: (() => void) | null;
}

function DraftForm({ prospect, blocked, outbox, made, onAgain }: DraftFormProps) {
  const { id } = prospect;
  const { subject, content, engine, issues } = emailDrafts.use(id);
  const [sending, setSending] = useState(false);
  const ready = subject.trim() !== '' && content.trim() !== '' && !blocked;

  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // The form as a whole: a keyboard of a phone would cover what is to be read first.
    if (made > 0) form.current?.focus({ preventScroll: true });
  }, [made]);

  async function send(): Promise<void> {
    if (!ready || sending) return;
    setSending(true);
    await sendEmail(prospect, outbox);
    setSending(false);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  }

  return (
    <form
      ref={form}
      tabIndex={-1}
      aria-label="New email"
      className="rounded-lg border border-border-strong bg-surface px-4 pt-4 outline-none"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p dir="auto" className="mb-3 text-sm break-words text-muted">
        To {prospect.contactEmail || 'nobody yet'}
      </p>
      <TextField
        label="Subject"
        dir="auto"
        maxLength={emailLimits.subject}
        value={subject}
        hint={
          subject.length > emailLimits.goodSubject
            ? `Mail programs cut subjects after about ${emailLimits.goodSubject} characters.`
            : undefined
        }
        onChange={(event) => emailDrafts.change(id, { subject: event.target.value })}
      />
      <TextAreaField
        className="mt-3"
        label="Text"
        dir="auto"
        rows={10}
        maxLength={emailLimits.content}
        value={content}
        hint="Your signature, your address and the link to unsubscribe are added below it."
        onKeyDown={onKeyDown}
        onChange={(event) => emailDrafts.change(id, { content: event.target.value })}
      />
      {engine === null ? null : (
        <p className="mt-3 text-sm text-muted">
          Written by {engineName(engine)}. Read it before you send it; you can change everything.
        </p>
      )}
      <AiIssues label="Notes on this email" issues={issues} className="mt-2" />
      {outbox ? <OutboxLine className="mt-2" /> : null}
      <div className="sticky bottom-0 -mx-4 mt-3 flex flex-wrap items-center gap-2 rounded-b-lg border-t border-border bg-surface px-4 py-3">
        <Button
          type="submit"
          look="primary"
          title="Ctrl+Enter"
          disabled={!ready}
          busy={sending && 'Sending...'}
        >
          Send Email
        </Button>
        {onAgain ? (
          <Button disabled={sending} title="Generate again" onClick={onAgain}>
            <Sparkles size={15} aria-hidden />
            <span className="max-sm:sr-only">Generate again</span>
          </Button>
        ) : null}
        <Button look="quiet" disabled={sending} onClick={() => discard(id)}>
          Discard
        </Button>
      </div>
    </form>
  );
}
