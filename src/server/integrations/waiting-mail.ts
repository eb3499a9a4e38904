import { and, eq, inArray, isNotNull, or } from 'drizzle-orm';
import type { Tx } from '../context.ts';
import { outgoingMail } from '../db/tables.ts';
import { lockGate } from './admit-mail.ts';
import { deliverMail } from './deliver-mail.ts';
import type { OutgoingRow } from './gate-options.ts';
import type { MailPurpose } from './send-rules.ts';

/** Whether a mail may still leave by itself: a held one that keeps its bytes was kept back, and is let go again. */
export function waits({ state, bytes }: Pick<OutgoingRow, 'state' | 'bytes'>): boolean {
  return state === 'queued' || (state === 'held' && bytes !== null);
}

const isKeptBack = and(eq(outgoingMail.state, 'held'), isNotNull(outgoingMail.bytes));

/** Takes many mails back for one reason; what has left stays as it is. */
export async function cancelMany(tx: Tx, ids: readonly string[], reason: string): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .update(outgoingMail)
    .set({ state: 'cancelled', reason, bytes: null })
    .where(and(inArray(outgoingMail.id, [...ids]), or(eq(outgoingMail.state, 'queued'), isKeptBack)));
}

/** Keeps back all waiting mail of a purpose, with its bytes, until `letGo`. What is in hand goes. Returns the ids. */
export async function keepBack(tx: Tx, purpose: MailPurpose, reason: string): Promise<string[]> {
  await lockGate(tx);
  const rows = await tx.db
    .update(outgoingMail)
    .set({ state: 'held', reason })
    .where(and(eq(outgoingMail.purpose, purpose), eq(outgoingMail.state, 'queued')))
    .returning({ id: outgoingMail.id });
  return rows.map(({ id }) => id);
}

/** Lets go what was kept back; it is judged again when it leaves. `deliverSoon` or the sweep takes it after the commit. */
export async function letGo(tx: Tx, purpose: MailPurpose, reason: string): Promise<string[]> {
  await lockGate(tx);
  const rows = await tx.db
    .update(outgoingMail)
    .set({ state: 'queued', reason })
    .where(and(eq(outgoingMail.purpose, purpose), isKeptBack))
    .returning({ id: outgoingMail.id });
  return rows.map(({ id }) => id);
}

/** Handed over by a job as soon as they are let go; the minute's sweep takes the others. */
const atOnce = 50;

/** Lets go these of the mails that were kept back. They leave after the commit by themselves. Returns the ids. */
export async function letGoOf(tx: Tx, ids: readonly string[], reason: string): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await tx.db
    .update(outgoingMail)
    .set({ state: 'queued', reason })
    .where(and(inArray(outgoingMail.id, [...ids]), isKeptBack))
    .returning({ id: outgoingMail.id });
  for (const { id } of rows.slice(0, atOnce)) await tx.enqueue(deliverMail, { id });
  return rows.map(({ id }) => id);
}
