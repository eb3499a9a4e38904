import { type KeyboardEvent, useRef, useState } from 'react';
import { call } from '#web/api.ts';
import { useMe } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { useKeys } from '#web/use-keys.ts';
import { type Conversation, conversationApi, conversationLimits } from '../conversation-contract.ts';
import { CannedPicker } from './canned-picker.tsx';
import { conversationDrafts, sendConversationDraft } from './conversation-draft.ts';

/** The visitor is told that somebody writes at most this often, milliseconds. */
const typingEveryMs = 2500;

const modes = [
  { mode: 'answer', name: 'Answer' },
  { mode: 'note', name: 'Note' },
] as const;

/** Writes to the visitor, or a note that stays with the team. Who writes where nobody has the conversation, gets it. */
export function ConversationComposer({ conversation }: { conversation: Conversation }) {
  const { id, state, ownerId, owner } = conversation;
  const { user } = useMe();
  const { mode, text } = conversationDrafts.use(id);
  const box = useRef<HTMLTextAreaElement>(null);
  const typedAt = useRef(0);
  const [isSending, setSending] = useState(false);
  const isNote = mode === 'note';
  const isMine = state === 'person' && ownerId === user.id;
  const isTaken = state === 'person' && !isMine && !isNote;
  const isReady = text.trim() !== '' && !isSending && !isTaken;
  useKeys({ r: () => box.current?.focus() });

  async function send(): Promise<void> {
    if (!isReady) return;
    setSending(true);
    await sendConversationDraft(id);
    setSending(false);
    box.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  }

  function write(next: string): void {
    conversationDrafts.change(id, { text: next });
    if (!isMine || isNote || Date.now() - typedAt.current < typingEveryMs) return;
    typedAt.current = Date.now();
    // Whether the visitor sees it is of no weight: nothing is said where it fails.
    call(conversationApi.endpoints.typing, { params: { conversationId: id } }).catch(() => undefined);
  }

  return (
    <div className="border-t border-border bg-surface px-4 py-3 max-md:sticky max-md:bottom-0 max-md:z-10">
      <div className="mb-2 flex items-center gap-1">
        {modes.map((one) => (
          <button
            key={one.mode}
            type="button"
            aria-pressed={mode === one.mode}
            onClick={() => conversationDrafts.change(id, { mode: one.mode })}
            className={cx(
              'h-8 rounded-md px-2.5 text-sm font-medium max-md:h-11',
              mode === one.mode ? 'bg-neutral-quiet text-text' : 'text-muted hover:bg-hover',
            )}
          >
            {one.name}
          </button>
        ))}
        {isNote ? null : (
          <CannedPicker
            onChoose={(chosen) => {
              write(text.trim() === '' ? chosen : `${text.trimEnd()}\n${chosen}`);
              box.current?.focus();
            }}
          />
        )}
      </div>
      <textarea
        ref={box}
        aria-label={isNote ? 'Note' : 'Answer'}
        dir="auto"
        rows={2}
        value={text}
        maxLength={isNote ? conversationLimits.note : conversationLimits.teamText}
        placeholder={isNote ? 'Only your team reads it' : 'Write to the visitor'}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className={cx('field-box block max-h-48 w-full resize-none px-3 py-2', isNote && 'bg-warning-quiet')}
      />
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 grow basis-40 text-sm text-muted">
          {isTaken
            ? `${owner ?? 'A colleague'} is answering. Take over to write.`
            : isNote || isMine
              ? 'Enter sends, Shift Enter begins a new line.'
              : 'By writing you take the conversation over.'}
        </p>
        <Button
          look="primary"
          disabled={!isReady}
          busy={isSending && 'Sending...'}
          onClick={() => void send()}
        >
          {isNote ? 'Add note' : 'Send'}
        </Button>
      </div>
    </div>
  );
}
