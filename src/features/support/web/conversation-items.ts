import type { Conversation } from '../conversation-contract.ts';

export type ConversationItem =
  | { kind: 'message'; at: string; key: string; message: Conversation['messages'][number] }
  | { kind: 'note'; at: string; key: string; note: Conversation['notes'][number] }
  | { kind: 'pack'; at: string; key: string };

type Shown = Pick<Conversation, 'messages' | 'notes' | 'pack' | 'state'>;

/**
 * Messages in the order of their numbers, notes among them by their time, and what whoever takes over needs: at the end
 * as long as nobody has answered since the conversation changed hands, afterwards above the first answer.
 */
export function itemsOf({ messages, notes, pack, state }: Shown): ConversationItem[] {
  const items: ConversationItem[] = [];
  const answeredFrom = pack && state !== 'closed' ? firstAnswer(messages) : null;
  const waiting = notes.toSorted((a, b) => a.at.localeCompare(b.at));
  let latest = '';
  const addNotes = (before: string | null): void => {
    while (waiting[0] && (before === null || waiting[0].at < before)) {
      const [note] = waiting.splice(0, 1);
      if (note) items.push({ kind: 'note', at: note.at, key: note.id, note });
    }
  };
  for (const message of messages) {
    // Times of messages that were written together may cross; their numbers do not.
    if (message.at > latest) latest = message.at;
    addNotes(latest);
    if (message.seq === answeredFrom) items.push({ kind: 'pack', at: latest, key: 'pack' });
    items.push({ kind: 'message', at: latest, key: `m${message.seq}`, message });
  }
  addNotes(null);
  if (pack && state !== 'closed' && answeredFrom === null)
    items.push({ kind: 'pack', at: items.at(-1)?.at ?? '', key: 'pack' });
  return items;
}

/** The number of the first message of a person since the hub last said who answers; null while there is none. */
function firstAnswer(messages: Conversation['messages']): number | null {
  const since = messages.findLastIndex(({ sender }) => sender === 'system');
  return messages.slice(since + 1).find(({ sender }) => sender === 'person')?.seq ?? null;
}
