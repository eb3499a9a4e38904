import { exactDateTime, timeOfDay } from '#web/lib/dates.ts';
import { useCan, useZone } from '#web/session.tsx';
import { cx } from '#web/ui/cx.ts';
import { SendAgain } from '#web/ui/mail-state.tsx';
import type {
  ConversationMessage as Message,
  MessageSender,
  ConversationNote as Note,
} from '../conversation-contract.ts';
import type { AnswerStatus } from './answer-status.ts';
import { sendAnswerAgain } from './change-conversation.ts';

function Time({ at }: { at: string }) {
  const zone = useZone();
  return (
    <time dateTime={at} title={exactDateTime(at, zone)} className="text-xs text-muted">
      {timeOfDay(at, zone)}
    </time>
  );
}

const names: Record<MessageSender, string> = {
  visitor: 'Visitor',
  agent: 'Assistant',
  person: 'Team',
  system: 'AI Hub',
};

interface MessageProps {
  conversationId: string;
  message: Message;
  /** Where it is: read, or sent by email. */
  status: AnswerStatus | null;
}

/** The visitor's on the left, ours on the right: the assistant's with a line around it, a person's with a tint. */
export function ConversationMessage({ conversationId, message, status }: MessageProps) {
  const { sender, author, text, citations, at } = message;
  if (sender === 'system')
    return (
      <p dir="auto" className="mx-auto max-w-[60ch] text-center text-sm break-words text-muted">
        {text} <Time at={at} />
      </p>
    );
  const isOurs = sender !== 'visitor';
  return (
    <article className={cx('w-fit max-w-[92%] min-w-0 md:max-w-[86%]', isOurs && 'ml-auto')}>
      <div className={cx('flex flex-wrap items-baseline gap-x-2 text-sm', isOurs && 'justify-end')}>
        <span dir="auto" className="max-w-full truncate font-medium">
          {author ?? names[sender]}
        </span>
        <Time at={at} />
      </div>
      <div
        className={cx(
          'mt-1 rounded-lg border px-3.5 py-2.5',
          sender === 'person' ? 'border-transparent bg-brand-quiet' : 'border-border bg-surface',
        )}
      >
        <p dir="auto" className="max-w-[72ch] break-words whitespace-pre-wrap">
          {text}
        </p>
        {citations.length > 0 ? <Citations citations={citations} /> : null}
      </div>
      {status ? <Status {...status} conversationId={conversationId} /> : null}
    </article>
  );
}

function Status({ text, reason, again, conversationId }: AnswerStatus & { conversationId: string }) {
  const mayTalk = useCan('support.talk');
  return (
    <div className="mt-1 ml-auto max-w-[56ch] text-right text-xs text-muted">
      <p className={cx('break-words', reason !== null && 'font-medium text-danger-text')}>{text}</p>
      {reason === null ? null : <p className="break-words">{reason}</p>}
      {again && mayTalk ? (
        <SendAgain
          state={again.state}
          onSendAgain={(confirmed) => sendAnswerAgain(conversationId, again.seq, confirmed)}
        />
      ) : null}
    </div>
  );
}

function Citations({ citations }: Pick<Message, 'citations'>) {
  return (
    <ul aria-label="Articles" className="mt-2 border-t border-border pt-2 text-sm text-muted">
      {citations.map(({ articleId, title }) => (
        <li key={`${articleId} ${title}`} dir="auto" className="break-words">
          From “{title}”
        </li>
      ))}
    </ul>
  );
}

/** What a colleague noted: tinted and across the middle, so that nobody takes it for a message. */
export function ConversationNote({ note }: { note: Note }) {
  return (
    <article className="mx-auto max-w-[92%] rounded-lg border border-dashed border-border-strong bg-warning-quiet px-3.5 py-2.5 md:max-w-[86%]">
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm">
        <span className="font-semibold text-warning-text">Note</span>
        <span dir="auto" className="max-w-full truncate font-medium">
          {note.author}
        </span>
        <Time at={note.at} />
      </p>
      <p dir="auto" className="mt-1 max-w-[72ch] break-words whitespace-pre-wrap">
        {note.text}
      </p>
    </article>
  );
}
