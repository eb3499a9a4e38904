import { and, eq, sql } from 'drizzle-orm';
import { outgoingMail } from '../db/tables.ts';
import type { GateOptions } from './gate-options.ts';
import { settling } from './settle-mail.ts';

/** A mail that was in hand for longer than this, minutes, has been lost with its process. Longer than any hand-over takes. */
const lostMinutes = 15;
/** Mail without a time of its own that still waits after this long, seconds, has lost its process. */
const overdueSeconds = 30;
const sweptAtOnce = 200;
/** Mail that could not be worked on by a fault of ours makes room for the others for so long, milliseconds. */
const faultMs = 10 * 60_000;

interface Found {
  organizationId: string;
  id: string;
}

/**
 * Marks what lost its process as unconfirmed, and delivers what is due. `all`: at the start of the only process, when
 * nobody can have a mail in hand. A mail on which something fails is reported and gets a later time; the others, of this
 * and of every other organization, go on.
 */
export async function sweepMails(
  options: GateOptions,
  all: boolean,
  deliver: (organizationId: string, id: string) => Promise<void>,
): Promise<void> {
  const { lost, due } = await findWaiting(options, all);
  for (const mail of lost) await alone(options, mail, () => markLost(options, mail));
  for (const mail of due) await alone(options, mail, () => deliver(mail.organizationId, mail.id));
}

async function alone(options: GateOptions, mail: Found, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    options.report(error, `the outgoing mail ${mail.id} could not be worked on`);
    await putOff(options, mail).catch((fault: unknown) =>
      options.report(fault, `the outgoing mail ${mail.id} could not be put off`),
    );
  }
}

async function putOff(options: GateOptions, { organizationId, id }: Found): Promise<void> {
  const now = options.now();
  const { db } = options.organization(organizationId);
  const mine = eq(outgoingMail.id, id);
  await db
    .update(outgoingMail)
    .set({ sendAt: new Date(now.getTime() + faultMs) })
    .where(and(mine, eq(outgoingMail.state, 'queued')));
  // One that may be out already is never queued again: it is only looked at later.
  await db
    .update(outgoingMail)
    .set({ claimedAt: now })
    .where(and(mine, eq(outgoingMail.state, 'sending')));
}

function findWaiting(options: GateOptions, all: boolean): Promise<{ lost: Found[]; due: Found[] }> {
  const now = options.now();
  const lostBefore = new Date(now.getTime() - (all ? 0 : lostMinutes * 60_000)).toISOString();
  const overdue = new Date(now.getTime() - overdueSeconds * 1000).toISOString();
  return options.database.asPlatform('mail that lost its process is looked for', async ({ db }) => {
    const columns = { organizationId: outgoingMail.organizationId, id: outgoingMail.id };
    const lost = await db
      .select(columns)
      .from(outgoingMail)
      .where(
        and(
          eq(outgoingMail.state, 'sending'),
          sql`coalesce(claimed_at, created_at) <= ${lostBefore}::timestamptz`,
        ),
      )
      .limit(sweptAtOnce);
    const due = await db
      .select(columns)
      .from(outgoingMail)
      .where(
        and(
          eq(outgoingMail.state, 'queued'),
          sql`(send_at <= ${now.toISOString()}::timestamptz or (send_at is null and created_at <= ${overdue}::timestamptz))`,
        ),
      )
      .orderBy(outgoingMail.createdAt)
      .limit(sweptAtOnce);
    return { lost, due };
  });
}

function markLost(options: GateOptions, { organizationId, id }: Found): Promise<void> {
  return settling(options, organizationId, async (_context, tx, settle) => {
    const [row] = await tx.db.select().from(outgoingMail).where(eq(outgoingMail.id, id)).for('update');
    if (row?.state !== 'sending') return;
    await settle(row, {
      state: 'unconfirmed',
      reason:
        'AI Hub stopped while it handed this mail over. Whether it arrived is not known; it is not sent again by itself.',
    });
  });
}
