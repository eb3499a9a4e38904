import { and, eq, inArray } from 'drizzle-orm';
import { type outreachEmailApi, outreachEmailsChanged } from '#features/outreach/email-contract.ts';
import type { Context, OrganizationContext, Tx } from '#server/context.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { outreachEmails } from '../sending-tables.ts';
import { endOfOne } from '../sequences/end-enrolments.ts';
import { withdrawContact } from './contact-record.ts';
import { actorOf } from './send-email.ts';

type Undo = (typeof outreachEmailApi)['endpoints']['undo'];

/**
 * Takes an email back that has not left: its prospect is as before, and its text comes back. Of a sequence, nothing
 * more goes to this prospect. @throws AppError not_found, conflict when it has left
 */
export function undoEmail(context: Context, { params }: Input<Undo>): Promise<Output<Undo>> {
  const { services, session } = context;
  return context.tx(async (tx) => {
    const [email] = await tx.db.select().from(outreachEmails).where(eq(outreachEmails.id, params.id));
    if (!email) throw notFound('email');
    if (email.mailId === null)
      throw new AppError('conflict', 'This email was not sent, so there is nothing to take back.');
    await services.gate.cancel(tx, email.mailId, session.actor);
    const now = services.clock.now();
    const reason = `Not sent because ${session.actor} took it back.`;
    await withdrawContact(tx, email, actorOf(context), now);
    await tx.db
      .update(outreachEmails)
      .set({ state: 'cancelled', reason })
      .where(eq(outreachEmails.id, email.id));
    if (email.enrolmentId !== null)
      await endOfOne(tx, email.prospectId, {
        state: 'stopped',
        reason: `${session.actor} took an email of it back.`,
        now,
      });
    tx.emit(outreachEmailsChanged, { prospectId: email.prospectId });
    return { prospectId: email.prospectId, subject: email.subject, content: email.content };
  });
}

/**
 * Nothing that waits goes to these prospects any more: before they are deleted. Takes the gate's lock, so that no mail
 * to them is placed until the transaction ends.
 */
export async function cancelWaiting(
  { services }: Pick<OrganizationContext, 'services'>,
  tx: Tx,
  prospectIds: readonly string[],
  by: string,
): Promise<void> {
  await services.gate.lock(tx);
  const rows = await tx.db
    .select({ mailId: outreachEmails.mailId })
    .from(outreachEmails)
    .where(
      and(
        inArray(outreachEmails.prospectId, [...prospectIds]),
        inArray(outreachEmails.state, ['queued', 'held']),
      ),
    );
  await services.gate.cancelMany(
    tx,
    rows.flatMap(({ mailId }) => mailId ?? []),
    `Not sent because ${by} deleted the prospect.`,
  );
}
