import { useLayoutEffect, useRef } from 'react';
import { dayKey, dayName } from '#web/lib/dates.ts';
import { useZone } from '#web/session.tsx';
import { useNarrow } from '#web/ui/use-narrow.ts';
import { useNow } from '#web/ui/use-now.ts';
import type { Conversation } from '../conversation-contract.ts';
import { answerStatus } from './answer-status.ts';
import { itemsOf } from './conversation-items.ts';
import { ConversationMessage, ConversationNote } from './conversation-message.tsx';
import { HandOffCard } from './hand-off-card.tsx';
import { useIsTyping } from './typing-visitors.ts';

/** What was said, newest at the bottom, with a line for each day. */
export function ConversationMessages({ conversation }: { conversation: Conversation }) {
  const zone = useZone();
  const now = useNow();
  const narrow = useNarrow();
  const box = useRef<HTMLDivElement>(null);
  const isTyping = useIsTyping(conversation.id);
  const items = itemsOf(conversation);
  const lastOwn = conversation.messages.findLast(({ sender }) => sender === 'person')?.seq ?? null;

  useLayoutEffect(() => {
    const shown = box.current;
    if (!shown) return;
    shown.scrollTop = shown.scrollHeight;
    // On phones the page scrolls, not the box in it.
    if (narrow) shown.lastElementChild?.scrollIntoView({ block: 'end' });
  }, [items.length, isTyping, narrow]);

  return (
    <div
      ref={box}
      role="log"
      // A scrolling region without focusable content must take the keyboard's focus itself.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label="Messages"
      className="min-h-0 grow overflow-y-auto bg-bg px-4 py-3 outline-offset-[-2px] max-md:min-h-80"
    >
      <ol className="space-y-3">
        {items.map((item, index) => {
          const before = items[index - 1];
          const newDay = !before || dayKey(before.at, zone) !== dayKey(item.at, zone);
          return (
            <li key={item.key}>
              {newDay ? (
                <p className="flex items-center gap-3 py-1.5 text-xs text-muted before:h-px before:grow before:bg-border after:h-px after:grow after:bg-border">
                  {dayName(item.at, zone, now)}
                </p>
              ) : null}
              {item.kind === 'pack' ? (
                <HandOffCard conversation={conversation} />
              ) : item.kind === 'note' ? (
                <ConversationNote note={item.note} />
              ) : (
                <ConversationMessage
                  conversationId={conversation.id}
                  message={item.message}
                  status={
                    item.message.sender === 'person'
                      ? answerStatus(conversation, {
                          seq: item.message.seq,
                          isLatest: item.message.seq === lastOwn,
                        })
                      : null
                  }
                />
              )}
            </li>
          );
        })}
      </ol>
      <p aria-live="polite" className="min-h-5 pt-2 text-sm text-muted max-md:scroll-mb-52">
        {isTyping ? 'The visitor is writing…' : ''}
      </p>
    </div>
  );
}
