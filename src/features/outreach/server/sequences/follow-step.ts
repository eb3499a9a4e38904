import { and, eq, inArray, ne } from 'drizzle-orm';
import { notify } from '#features/notifications/server/public.ts';
import { sequencesChanged } from '#features/outreach/sequence-contract.ts';
import type { Tx } from '#server/context.ts';
import type { MailState } from '#shared/mail-states.ts';
import { type outreachEmails, outreachEnrolments, outreachSequences } from '../sending-tables.ts';
import { moveOn } from './enrolment-state.ts';

const words: Partial<Record<MailState, string>> = {
  failed: 'could not be sent',
  held: 'was held',
  cancelled: 'was taken back',
  unconfirmed: 'may or may not have arrived',
  bounced: 'came back',
};

const running = inArray(outreachEnrolments.state, ['active', 'approval', 'paused']);

/**
 * A mail of a sequence has come to another state: where it did not arrive for sure, the sequence waits for a person
 * instead of writing a second mail that speaks of the first. One that has ended waits again only while no other one runs
 * for its prospect, which the caller has locked; else it says what became of its last mail.
 */
export async function followStep(
  tx: Tx,
  { enrolmentId, step, reason }: Pick<typeof outreachEmails.$inferSelect, 'enrolmentId' | 'step' | 'reason'>,
  state: MailState,
  now: Date,
): Promise<void> {
  const said = words[state];
  if (enrolmentId === null || said === undefined) return;
  const mine = eq(outreachEnrolments.id, enrolmentId);
  const [row] = await tx.db.select().from(outreachEnrolments).where(mine).for('update');
  if (!row || !['active', 'paused', 'finished'].includes(row.state)) return;
  const [other] = await tx.db
    .select({ id: outreachEnrolments.id })
    .from(outreachEnrolments)
    .where(and(eq(outreachEnrolments.prospectId, row.prospectId), ne(outreachEnrolments.id, row.id), running))
    .limit(1);
  const values = { reason: `Step ${step} ${said}. ${reason}` };
  await moveOn(tx, row, other ? values : { ...values, state: 'paused', nextAt: null }, now);
  if (!other) await tell(tx, row.sequenceId, said, now);
  tx.emit(sequencesChanged, { id: row.sequenceId });
}

/** Somebody must hear that a sequence waits for them: once a day for each, however many of its emails are concerned. */
async function tell(tx: Tx, sequenceId: string, said: string, now: Date): Promise<void> {
  const [sequence] = await tx.db
    .select({ name: outreachSequences.name })
    .from(outreachSequences)
    .where(eq(outreachSequences.id, sequenceId));
  const notice = {
    kind: 'mail_failed' as const,
    userId: null,
    title: `The sequence “${sequence?.name ?? ''}” waits for you`,
    text: `An email of it ${said}. Open the sequence in Outreach to see for whom, why, and to go on.`,
    threadId: null,
    key: `sequence:${sequenceId}:${now.toISOString().slice(0, 10)}`,
  };
  await notify(tx, notice, now);
}
