import { describe, expect, it } from 'vitest';
import type { Conversation, MessageSender } from '../conversation-contract.ts';
import { itemsOf } from './conversation-items.ts';

const minute = (at: number) => `2031-05-02T09:${String(at).padStart(2, '0')}:00.000Z`;

function message(seq: number, sender: MessageSender, at = seq): Conversation['messages'][number] {
  return { seq, sender, author: null, text: `${sender} ${seq}`, action: null, citations: [], at: minute(at) };
}

const note = (at: number) => ({ id: `note-${at}`, author: 'Dana', text: 'x', at: minute(at) });
const pack = { summary: 's', tried: [], openQuestion: 'q' };
const keys = (shown: Parameters<typeof itemsOf>[0]) => itemsOf(shown).map(({ key }) => key);

describe('what a conversation shows, from top to bottom', () => {
  it('is messages by their numbers, also where their times cross, and notes by their time', () => {
    const messages = [message(1, 'visitor'), message(2, 'system', 4), message(3, 'person', 3)];
    expect(keys({ messages, notes: [note(9), note(2)], pack: null, state: 'person' })).toEqual([
      'm1',
      'note-2',
      'm2',
      'm3',
      'note-9',
    ]);
  });

  it('ends with the hand-off as long as nobody has answered', () => {
    const messages = [message(1, 'visitor'), message(2, 'system'), message(3, 'visitor')];
    const shown = { messages, notes: [note(5)], pack };
    expect(keys({ ...shown, state: 'waiting' })).toEqual(['m1', 'm2', 'm3', 'note-5', 'pack']);
    expect(keys({ ...shown, state: 'closed' })).not.toContain('pack');
  });

  it('has the hand-off above the first answer since, and at the end when it waits again', () => {
    const messages = [
      message(1, 'visitor'),
      message(2, 'system'),
      message(3, 'person'),
      message(4, 'person'),
    ];
    expect(keys({ messages, notes: [], pack, state: 'person' })).toEqual(['m1', 'm2', 'pack', 'm3', 'm4']);
    const again = [...messages, message(5, 'system')];
    expect(keys({ messages: again, notes: [], pack, state: 'waiting' }).at(-1)).toBe('pack');
  });
});
