import { eq } from 'drizzle-orm';
import { pauseAfter } from '#features/support/turn-pause.ts';
import type { LinkContext, Tx } from '#server/context.ts';
import { tokenHash } from '#server/ids.ts';
import { asksForPerson } from '#server/integrations/ai/builtin/support-phrases.ts';
import { notFound } from '#shared/errors.ts';
import type { StoredConversation } from './conversation-row.ts';
import { conversations } from './conversation-tables.ts';
import { addMessages } from './conversation-write.ts';
import { handOff, personAsked } from './hand-off.ts';
import { awaitOwner } from './remind-owner.ts';
import { languageOf } from './visitor-language.ts';
import type { Door } from './widget-door.ts';

/** Looks for the conversation that a token stands for. */
export const own = ({ db }: Pick<LinkContext, 'db'>, { token }: Pick<LinkContext, 'token'>) =>
  db
    .select()
    .from(conversations)
    .where(eq(conversations.tokenHash, tokenHash(token)));

/** The conversation that a token stands for, which nobody else changes until the transaction ends. @throws AppError not_found */
export async function lockOwn(tx: Tx, link: Pick<LinkContext, 'token'>): Promise<StoredConversation> {
  const [row] = await own(tx, link).for('update');
  if (!row) throw notFound('conversation');
  return row;
}

export type MinuteCount = Pick<StoredConversation, 'minuteFrom' | 'minuteCount'>;

interface TakenMessage {
  text: string;
  clientKey: string | null;
  now: Date;
  count?: Partial<MinuteCount>;
}

/** Stores what a visitor has written; asked for a person, one is called at once, else the assistant's turn is set. */
export async function takeMessage(
  tx: Tx,
  door: Door,
  row: StoredConversation,
  { text, clientKey, now, count = {} }: TakenMessage,
): Promise<StoredConversation> {
  const asksPerson = asksForPerson(text);
  const answers = row.state === 'agent' && !asksPerson;
  const seq = row.lastSeq + 1;
  const after = await addMessages(tx, row, [{ sender: 'visitor', text, clientKey }], now, {
    ...count,
    language: languageOf(text, row.language),
    ...(answers
      ? { turnDueAt: new Date(now.getTime() + pauseAfter(text)), turnFromSeq: row.turnFromSeq ?? seq }
      : {}),
  });
  // What follows a message that nobody has answered yet is waited for with it.
  if (row.state === 'person' && row.lastSender !== 'visitor') await awaitOwner(tx, door, after.id, now);
  return asksPerson ? handOff(tx, door, after, { reason: personAsked, now }) : after;
}
