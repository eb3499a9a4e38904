import { Paperclip, Sparkles } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useEndpoint } from '#web/query.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { OutboxLine } from '#web/ui/outbox-line.tsx';
import { conversationLimits, leadConversationApi, type ReplyPlan } from '../conversation-contract.ts';
import { DraftFiles } from './draft-files.tsx';
import { changeDraft, type ReplyDraft, useReplyDraft } from './reply-draft.ts';
import { sendDraft } from './send-reply.ts';
import { StoppedLine } from './stopped-line.tsx';
import { addFiles } from './upload-file.ts';
import { useDraftReply } from './use-draft-reply.ts';

const modes = [
  { mode: 'reply', name: 'Reply' },
  { mode: 'all', name: 'Reply all' },
  { mode: 'note', name: 'Note' },
] as const;

/** Writes to a lead: a reply, a reply to all, or a note that stays with the team. */
export function Composer({ threadId }: { threadId: string }) {
  const draft = useReplyDraft(threadId);
  const plan = useEndpoint(leadConversationApi.endpoints.planReply, { params: { thread_id: threadId } });
  const box = useRef<HTMLTextAreaElement>(null);
  const { open, mode } = draft;

  useEffect(() => {
    function onKey(event: globalThis.KeyboardEvent): void {
      const target = event.target instanceof Element ? event.target : null;
      if (event.ctrlKey || event.metaKey || event.altKey || event.key !== 'r') return;
      if (target?.closest('input, textarea, select, [role="menu"], [role="alertdialog"]')) return;
      event.preventDefault();
      changeDraft(threadId, { open: true });
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [threadId]);

  useEffect(() => {
    if (!open) return;
    box.current?.focus({ preventScroll: true });
    // The whole composer, so that Send is in sight.
    box.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, [open, mode]);

  if (!open) {
    return (
      <div className="mt-3 flex gap-2 max-md:sticky max-md:bottom-0 max-md:z-10 max-md:-mx-5 max-md:border-t max-md:border-border max-md:bg-raised max-md:px-5 max-md:py-3">
        <Button look="primary" onClick={() => changeDraft(threadId, { open: true, mode: 'reply' })}>
          {draft.content ? 'Go on with your reply' : 'Reply'}
        </Button>
        <Button onClick={() => changeDraft(threadId, { open: true, mode: 'note' })}>Add note</Button>
      </div>
    );
  }
  return <Open threadId={threadId} draft={draft} plan={plan.data ?? null} box={box} />;
}

interface OpenProps {
  threadId: string;
  draft: ReplyDraft;
  plan: ReplyPlan | null;
  box: RefObject<HTMLTextAreaElement | null>;
}

function Open({ threadId, draft, plan, box }: OpenProps) {
  const [sending, setSending] = useState(false);
  const ai = useDraftReply(threadId);
  const { mode, content, files } = draft;
  const note = mode === 'note';
  const uploading = files.some(({ id, error }) => id === null && error === null);
  const failed = files.some(({ error }) => error !== null);
  const nobody = !note && plan !== null && plan.to.length === 0;
  const stopped =
    plan !== null && plan.stopped.some(({ address }) => addressesOf(plan, mode).includes(address));
  const ready = content.trim() !== '' && !sending && (note || (!uploading && !failed && !nobody && !stopped));

  async function send(): Promise<void> {
    if (!ready) return;
    setSending(true);
    await sendDraft(threadId, plan?.transport === 'outbox');
    setSending(false);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
    }
  }

  async function draftWithAi(engine?: 'builtin'): Promise<void> {
    const made = await ai.make(engine);
    if (!made) return;
    const text = content.trim() ? `${content.trim()}\n\n${made.content}` : made.content;
    changeDraft(threadId, { content: text, byEngine: made.engine });
    box.current?.focus();
  }

  return (
    <section
      aria-label={note ? 'New note' : 'Reply'}
      className={cx(
        'mt-3 rounded-lg border max-md:sticky max-md:bottom-0 max-md:z-10',
        note ? 'border-border-strong bg-warning-quiet' : 'border-border-strong bg-surface',
      )}
    >
      <div className="flex flex-wrap items-center gap-1 border-b border-border px-2 py-1.5">
        <fieldset className="flex">
          <legend className="sr-only">What to write</legend>
          {modes
            .filter((one) => one.mode !== 'all' || (plan?.cc.length ?? 0) > 0)
            .map((one) => (
              <button
                key={one.mode}
                type="button"
                aria-pressed={mode === one.mode}
                onClick={() => changeDraft(threadId, { mode: one.mode })}
                className={cx(
                  'control rounded-md px-2.5 text-sm',
                  mode === one.mode
                    ? 'bg-neutral-quiet font-semibold text-text'
                    : 'text-muted hover:text-text',
                )}
              >
                {one.name}
              </button>
            ))}
        </fieldset>
        <button
          type="button"
          className="control ml-auto px-2 text-sm text-muted hover:text-text"
          onClick={() => changeDraft(threadId, { open: false })}
        >
          Close
        </button>
      </div>
      <Recipients plan={plan} mode={mode} />
      <textarea
        ref={box}
        dir="auto"
        aria-label={note ? 'Note' : 'Your reply'}
        placeholder={note ? 'Only your team sees this' : 'Write your reply'}
        value={content}
        maxLength={conversationLimits.content}
        rows={note ? 3 : 6}
        onKeyDown={onKeyDown}
        onChange={(event) => changeDraft(threadId, { content: event.currentTarget.value, byEngine: null })}
        className="block w-full resize-y bg-transparent px-3.5 py-2.5 outline-none max-md:max-h-[40dvh]"
      />
      {draft.byEngine !== null && !note ? (
        <p className="px-3.5 pb-2 text-sm text-muted">
          Draft by {draft.byEngine}. Read it before you send it; you can change everything.
        </p>
      ) : null}
      {ai.failure ? (
        <p className="px-3.5 pb-2 text-sm text-danger-text">
          {ai.failure.message}{' '}
          {ai.failure.builtin ? (
            <button type="button" className="link" onClick={() => void draftWithAi('builtin')}>
              Use the built-in engine
            </button>
          ) : null}
        </p>
      ) : null}
      {note ? null : <DraftFiles threadId={threadId} files={files} />}
      {!note && plan?.transport === 'outbox' ? <OutboxLine className="px-3.5 pb-2" /> : null}
      {note || !plan ? null : <StoppedLine stopped={plan.stopped} to={addressesOf(plan, mode)} />}
      <div className="flex flex-wrap items-center gap-2 border-t border-border px-2 py-2">
        <Button
          look="primary"
          busy={sending && (note ? 'Adding...' : 'Sending...')}
          disabled={!ready}
          title="Ctrl+Enter"
          onClick={() => void send()}
        >
          {note ? 'Add note' : uploading ? 'Uploading...' : 'Send'}
        </Button>
        {note ? null : (
          <>
            <AttachButton threadId={threadId} count={files.length} />
            <Button look="quiet" busy={ai.busy && 'Drafting...'} onClick={() => void draftWithAi()}>
              <Sparkles size={15} aria-hidden /> Draft with AI
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

function addressesOf({ to, cc }: ReplyPlan, mode: ReplyDraft['mode']): string[] {
  return [...to, ...(mode === 'all' ? cc : [])].map(({ address }) => address);
}

function Recipients({ plan, mode }: { plan: ReplyPlan | null; mode: ReplyDraft['mode'] }) {
  if (mode === 'note' || !plan) return null;
  if (plan.to.length === 0) {
    return (
      <p className="px-3.5 pt-2.5 text-sm text-danger-text">
        This lead has no email address. Add one to the contact first.
      </p>
    );
  }
  const people = (list: ReplyPlan['to']) =>
    list.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(', ');
  return (
    <p dir="auto" className="px-3.5 pt-2.5 text-sm break-words text-muted">
      To {people(plan.to)}
      {mode === 'all' && plan.cc.length > 0 ? ` · Cc ${people(plan.cc)}` : ''}
    </p>
  );
}

function AttachButton({ threadId, count }: { threadId: string; count: number }) {
  const input = useRef<HTMLInputElement>(null);
  const left = conversationLimits.attachments - count;
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to attach"
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])].slice(0, left);
          event.currentTarget.value = '';
          void addFiles(threadId, chosen);
        }}
      />
      <IconButton label="Attach files" disabled={left <= 0} onClick={() => input.current?.click()}>
        <Paperclip size={16} aria-hidden />
      </IconButton>
    </>
  );
}
