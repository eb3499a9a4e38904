import { countUsage } from '#features/billing/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import { conversationWaiting } from '#features/support/conversation-contract.ts';
import type { Tx } from '#server/context.ts';
import { alertHandOff, alertTime } from './alert-hand-off.ts';
import { makeLead } from './conversation-lead.ts';
import { messagesAfter, type StoredConversation } from './conversation-row.ts';
import { addMessages } from './conversation-write.ts';
import { packOf } from './hand-off-pack.ts';
import { say } from './visitor-sentences.ts';
import { type Door, opening } from './widget-door.ts';

/** Why a person was called whom the visitor asked for. */
export const personAsked = 'The visitor asked for a person.';

/**
 * Calls a person: says so in the conversation, puts it behind the bell, begins the chain of alerts and writes down what
 * whoever takes over needs. Does nothing where a person has been called already. The transaction holds the row.
 */
export async function handOff(
  tx: Tx,
  door: Pick<Door, 'settings' | 'timezone'>,
  row: StoredConversation,
  { reason, now }: { reason: string; now: Date },
): Promise<StoredConversation> {
  if (row.state !== 'agent') return row;
  const opensAt = opening(door, now);
  const words =
    opensAt === null
      ? say(row.language, 'handedOff')
      : door.settings.awayText.trim() || say(row.language, 'away');
  const pack = packOf(await messagesAfter(tx, row.id, 0));
  const after = await addMessages(tx, row, [{ sender: 'system', text: words, action: 'handoff' }], now, {
    state: 'waiting',
    ownerId: null,
    owner: null,
    turnDueAt: null,
    turnFromSeq: null,
    misses: 0,
    waitingSince: now,
    handoffReason: reason.slice(0, 300),
    pack,
    alertStage: 0,
  });
  await countUsage(tx, door.timezone, now, { handoffs: 1 });
  await callPeople(tx, door, after, now);
  return after;
}

/** Puts a conversation that somebody had back in front of all who answer. The transaction holds the row. */
export async function leaveToColleagues(
  tx: Tx,
  door: Pick<Door, 'settings' | 'timezone'>,
  row: StoredConversation,
  { reason, now }: { reason: string; now: Date },
): Promise<StoredConversation> {
  const text = say(row.language, 'stillWaiting');
  const after = await addMessages(tx, row, [{ sender: 'system', text }], now, {
    state: 'waiting',
    ownerId: null,
    owner: null,
    turnDueAt: null,
    turnFromSeq: null,
    waitingSince: now,
    handoffReason: reason.slice(0, 300),
    pack: packOf(await messagesAfter(tx, row.id, 0)),
    alertStage: 0,
  });
  await callPeople(tx, door, after, now);
  return after;
}

/** The bell, the chain of emails and the lead of a conversation that waits for a person since `now`. */
export async function callPeople(
  tx: Tx,
  door: Pick<Door, 'settings' | 'timezone'>,
  row: StoredConversation,
  now: Date,
): Promise<void> {
  await notify(
    tx,
    {
      kind: 'support_handoff',
      userId: null,
      title: `${row.visitorName ?? 'A visitor'} waits for a person`,
      text: `${row.handoffReason ?? ''} “${row.pack?.openQuestion ?? ''}”`,
      threadId: null,
      conversationId: row.id,
      key: `support:${row.id}:${now.toISOString()}`,
    },
    now,
  );
  tx.emit(conversationWaiting, { id: row.id, subject: row.subject });
  await tx.enqueue(
    alertHandOff,
    { id: row.id, since: now.toISOString(), stage: 1 },
    { startAfter: alertTime(1, now, opening(door, now)) },
  );
  if (row.visitorEmail !== null) await tx.enqueue(makeLead, { id: row.id }, { key: row.id });
}
