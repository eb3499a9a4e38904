import { useEffect, useLayoutEffect, useRef } from 'react';
import type { CorrespondenceItem } from '#features/mail/contract.ts';
import { dayKey, dayName } from '#web/lib/dates.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan, useZone } from '#web/session.tsx';
import { useNow } from '#web/ui/use-now.ts';
import type { LeadDetail } from '../contract.ts';
import { leadConversationApi } from '../conversation-contract.ts';
import { Composer } from './composer.tsx';
import { Message } from './message.tsx';
import { Note } from './note.tsx';
import { SummaryCard } from './summary-card.tsx';

/** A sentence to go to and mark; `at` makes two presses of the same receipt two marks. */
export interface Mark {
  messageId: string;
  quote: string;
  at: number;
}

interface ConversationProps {
  lead: LeadDetail;
  items: readonly CorrespondenceItem[];
  mark: Mark | null;
  onReceipt: (mark: Mark) => void;
}

/** The messages of a thread, newest at the bottom, with a line for each day; then the summary and the thread id. */
export function Conversation({ lead, items, mark, onReceipt }: ConversationProps) {
  const zone = useZone();
  const now = useNow();
  const box = useRef<HTMLElement>(null);
  const count = items.length;
  const mails = items.filter(({ type }) => type !== 'others').length;
  const mayWrite = useCan('leads.write');
  const deliveries = useEndpoint(
    leadConversationApi.endpoints.deliveries,
    { params: { thread_id: lead.thread_id } },
    { enabled: items.some(({ delivery }) => delivery !== null) },
  );

  useLayoutEffect(() => {
    if (!box.current || count === 0) return;
    box.current.scrollTop = box.current.scrollHeight;
    // On phones the dialog scrolls, not the box in it.
    if (box.current.scrollHeight <= box.current.clientHeight)
      box.current.querySelector('li:last-child')?.scrollIntoView({ block: 'end' });
  }, [count]);

  useEffect(() => {
    if (!mark || !box.current) return;
    const target = box.current.querySelector<HTMLElement>(`[data-message="${CSS.escape(mark.messageId)}"]`);
    if (!target) return;
    target.scrollIntoView({
      block: 'nearest',
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    });
    target.focus({ preventScroll: true });
  }, [mark]);

  return (
    <>
      {count === 0 ? (
        <p className="rounded-lg border border-dashed border-border-strong px-4 py-10 text-center text-muted">
          No communication history available
        </p>
      ) : (
        <section
          ref={box}
          // A scrolling region without focusable content must take the keyboard's focus itself.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          aria-label="Messages"
          className="overflow-y-auto rounded-lg border border-border bg-bg px-4 py-3 md:max-h-[500px] md:overscroll-contain"
        >
          <ol className="space-y-3">
            {items.map((item, index) => {
              const before = items[index - 1];
              const earlier = items.slice(0, index).findLast(({ type }) => type !== 'others');
              const newDay = !before || dayKey(before.timestamp, zone) !== dayKey(item.timestamp, zone);
              return (
                <li key={item.id} className="scroll-mb-28">
                  {newDay ? (
                    <p className="flex items-center gap-3 py-1.5 text-xs text-muted before:h-px before:grow before:bg-border after:h-px after:grow after:bg-border">
                      {dayName(item.timestamp, zone, now)}
                    </p>
                  ) : null}
                  {item.type === 'others' ? (
                    <Note threadId={lead.thread_id} item={item} />
                  ) : (
                    <Message
                      threadId={lead.thread_id}
                      item={item}
                      delivery={deliveries.data?.find(({ messageId }) => messageId === item.id) ?? null}
                      maySplit={mayWrite && mails > 1}
                      subjectChanged={!earlier || earlier.subject !== item.subject}
                      quote={mark?.messageId === item.id ? mark.quote : null}
                    />
                  )}
                </li>
              );
            })}
          </ol>
        </section>
      )}
      {mayWrite ? <Composer threadId={lead.thread_id} /> : null}
      <SummaryCard lead={lead} messages={items} onReceipt={onReceipt} />
      <p className="mt-3 font-mono text-xs break-all text-muted">Thread ID: {lead.thread_id}</p>
    </>
  );
}
