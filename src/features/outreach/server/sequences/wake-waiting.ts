import { and, eq, inArray } from 'drizzle-orm';
import type { Tx } from '#server/context.ts';
import { outgoingMail } from '#server/db/tables.ts';
import { outreachEnrolments } from '../sending-tables.ts';

/** What steps and mails of sequences wait for by the settings, as people read it. */
export const waitsForHours = 'Waits for the hours of sending where the recipient lives.';
export const waitsForCap = 'Waits because the cap of this hour or this day is used up.';

/** Hours or caps are others now: what waited for the old ones is looked at again at once. */
export async function wakeWaiting(tx: Tx, now: Date): Promise<void> {
  await tx.db
    .update(outreachEnrolments)
    .set({ nextAt: now })
    .where(and(eq(outreachEnrolments.state, 'active'), eq(outreachEnrolments.reason, waitsForHours)));
  await tx.db
    .update(outgoingMail)
    .set({ sendAt: now })
    .where(
      and(
        eq(outgoingMail.purpose, 'outreach'),
        eq(outgoingMail.state, 'queued'),
        inArray(outgoingMail.reason, [waitsForHours, waitsForCap]),
      ),
    );
}

/** How many mails wait for the caps already: the next one comes after them, not with them. */
export function waitingForCap(tx: Tx): Promise<number> {
  return tx.db.$count(
    outgoingMail,
    and(
      eq(outgoingMail.purpose, 'outreach'),
      eq(outgoingMail.state, 'queued'),
      eq(outgoingMail.reason, waitsForCap),
    ),
  );
}
