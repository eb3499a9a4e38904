import { Fragment, useState } from 'react';
import { type CorrespondenceItem, mailApi } from '#features/mail/contract.ts';
import { linkedText } from '#features/mail/linked-text.ts';
import { download, messageOf } from '#web/api.ts';
import { exactDateTime, timeOfDay } from '#web/lib/dates.ts';
import { useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { cx } from '#web/ui/cx.ts';
import type { Delivery } from '../conversation-contract.ts';
import { DeliveryLine } from './delivery-line.tsx';
import { FileChip } from './file-chip.tsx';
import { MessageMenu } from './message-menu.tsx';
import { senderName } from './sender-name.ts';

const kinds = { email: null, meeting: 'Meeting', agent_response: 'AI Hub', others: 'Note' } as const;

/** Longer texts show their beginning first: a mail may be two million characters. */
const shownAtFirst = 4000;

function Linked({ text }: { text: string }) {
  return linkedText(text).map((piece, index) =>
    piece.href === null ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces of one text never change places.
      <Fragment key={index}>{piece.text}</Fragment>
    ) : (
      <a
        // oxlint-disable-next-line react/no-array-index-key -- as above.
        key={index}
        href={piece.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="link"
      >
        {piece.text}
      </a>
    ),
  );
}

function Words({ text, quote }: { text: string; quote: string | null }) {
  const [whole, setWhole] = useState(false);
  const shown = whole || text.length <= shownAtFirst * 1.2 ? text : text.slice(0, shownAtFirst);
  const at = quote ? shown.indexOf(quote) : -1;
  return (
    <>
      <p dir="auto" className="max-w-[72ch] break-words whitespace-pre-wrap">
        {quote && at >= 0 ? (
          <>
            <Linked text={shown.slice(0, at)} />
            <mark className="rounded-[2px] bg-warning-quiet text-text ring-2 ring-warning-quiet">
              {quote}
            </mark>
            <Linked text={shown.slice(at + quote.length)} />
          </>
        ) : (
          <Linked text={shown} />
        )}
      </p>
      {shown.length < text.length ? (
        <button type="button" className="link mt-1 text-sm" onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString('en-AU')} characters
        </button>
      ) : null}
    </>
  );
}

/** How the content of a message begins that could not be read; its original is kept. */
const unreadable = 'This message could not be read';

function Original({ id }: { id: string }) {
  async function save(): Promise<void> {
    try {
      await download(mailApi.endpoints.original, { params: { id } }, 'message.eml');
    } catch (error) {
      toast({
        title: 'The original was not downloaded',
        description: messageOf(error, 'Try again.'),
        tone: 'danger',
      });
    }
  }
  return (
    <button type="button" className="link mt-1 text-sm" onClick={() => void save()}>
      Download the original
    </button>
  );
}

function writerOf({ isFromLead, type, emailType }: CorrespondenceItem): string {
  if (isFromLead) return '(contact)';
  return type === 'email' && emailType === null ? '(mail server)' : '(your team)';
}

interface MessageProps {
  threadId: string;
  /** Where it is, if it is a mail of ours. */
  delivery: Delivery | null;
  /** It is not the only message, so it can become a lead of its own. */
  maySplit: boolean;
  item: CorrespondenceItem;
  /** The subject is said where it changes, not on every reply. */
  subjectChanged: boolean;
  quote: string | null;
}

/** Theirs on the left, ours on the right with a tint, both with the name. */
export function Message({ threadId, item, delivery, maySplit, subjectChanged, quote }: MessageProps) {
  const zone = useZone();
  const kind = kinds[item.type];
  return (
    <article
      data-message={item.id}
      tabIndex={-1}
      className={cx('w-fit max-w-[92%] min-w-0 outline-none md:max-w-[86%]', !item.isFromLead && 'ml-auto')}
    >
      <div className={cx('flex flex-wrap items-baseline gap-x-2 text-sm', !item.isFromLead && 'justify-end')}>
        <span dir="auto" title={item.sender} className="max-w-full truncate font-medium">
          {senderName(item.sender)}
        </span>
        <span className="sr-only">{writerOf(item)}</span>
        {kind ? <span className="text-muted">{kind}</span> : null}
        <time
          dateTime={item.timestamp}
          title={exactDateTime(item.timestamp, zone)}
          className="text-xs text-muted"
        >
          {timeOfDay(item.timestamp, zone)}
        </time>
        {maySplit ? <MessageMenu threadId={threadId} messageId={item.id} /> : null}
      </div>
      <div
        className={cx(
          'mt-1 rounded-lg border px-3.5 py-2.5',
          item.isFromLead ? 'border-border bg-surface' : 'border-transparent bg-brand-quiet',
          quote !== null && 'ring-2 ring-focus',
        )}
      >
        {subjectChanged && item.subject ? (
          <p dir="auto" className="mb-1 font-medium break-words">
            {item.subject}
          </p>
        ) : null}
        <Words text={item.content} quote={quote} />
        {item.content.startsWith(unreadable) ? <Original id={item.id} /> : null}
        {item.quotedText ? (
          <details className="mt-2">
            <summary
              aria-label="Quoted text"
              title="Quoted text"
              className="w-fit list-none rounded-sm bg-neutral-quiet px-2 leading-4 font-bold tracking-widest text-muted"
            >
              ···
            </summary>
            <p
              dir="auto"
              className="mt-2 border-l-2 border-border-strong pl-3 text-sm break-words whitespace-pre-wrap text-muted"
            >
              <Linked text={item.quotedText.slice(0, 20_000)} />
            </p>
          </details>
        ) : null}
        {item.attachments.length > 0 ? (
          <ul className="mt-2 flex flex-wrap gap-1.5">
            {item.attachments.map((file) => (
              <li key={file.id} className="max-w-full">
                <FileChip messageId={item.id} file={file} />
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      {delivery ? <DeliveryLine threadId={threadId} item={item} delivery={delivery} /> : null}
    </article>
  );
}
