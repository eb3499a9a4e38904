import { and, eq, inArray } from 'drizzle-orm';
import { outreachEmailsChanged } from '#features/outreach/email-contract.ts';
import type { OrganizationContext, Tx } from '#server/context.ts';
import { outreachEmails, outreachEnrolments } from '../sending-tables.ts';

/** Whose emails go on: of some prospects in their sequences, or of all in one sequence. */
export type Released = { enrolmentIds: readonly string[] } | { sequenceId: string };

/**
 * A sequence goes on, as a whole or for some prospects: emails of it that were kept back leave after the commit, each
 * judged again before. Takes the gate's lock and then mails: call it before enrolments are locked.
 * @returns how many were kept back
 */
export async function releaseHeld(
  { services }: Pick<OrganizationContext, 'services'>,
  tx: Tx,
  of: Released,
): Promise<number> {
  await services.gate.lock(tx);
  const held = await tx.db
    .select({ mailId: outreachEmails.mailId })
    .from(outreachEmails)
    .innerJoin(outreachEnrolments, eq(outreachEnrolments.id, outreachEmails.enrolmentId))
    .where(
      and(
        eq(outreachEmails.state, 'held'),
        'sequenceId' in of
          ? eq(outreachEnrolments.sequenceId, of.sequenceId)
          : inArray(outreachEnrolments.id, [...of.enrolmentIds]),
      ),
    );
  const reason = 'Sent because its sequence goes on.';
  const ids = held.flatMap(({ mailId }) => mailId ?? []);
  const going = await services.gate.letGoOf(tx, ids, reason);
  if (going.length === 0) return 0;
  await tx.db
    .update(outreachEmails)
    .set({ state: 'queued', reason })
    .where(inArray(outreachEmails.mailId, going));
  tx.emit(outreachEmailsChanged, { prospectId: null });
  return going.length;
}
