import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { OutreachEmail } from '#features/outreach/email-contract.ts';
import type { OrganizationContext } from '#server/context.ts';
import { outgoingMail } from '#server/db/tables.ts';
import { notFound } from '#shared/errors.ts';
import { isRepeatable } from '#shared/mail-states.ts';
import { outreachEmails, outreachEnrolments, outreachSequences } from '../sending-tables.ts';
import { prospects } from '../tables.ts';

type Reading = Pick<OrganizationContext, 'db' | 'services'>;

/** Emails that match, as people see them, at most `limit`, in the order asked for (newest first otherwise). */
export async function readEmails(
  { db, services }: Reading,
  where: SQL | undefined,
  limit: number,
  order: SQL[] = [desc(outreachEmails.createdAt), desc(outreachEmails.id)],
): Promise<OutreachEmail[]> {
  const rows = await db
    .select({
      email: outreachEmails,
      businessName: prospects.businessName,
      sequenceId: outreachSequences.id,
      sequenceName: outreachSequences.name,
      waits: sql<boolean>`coalesce(${outgoingMail.state} = 'queued' or (${outgoingMail.state} = 'held' and ${outgoingMail.bytes} is not null), false)`,
      mailState: outgoingMail.state,
      mailReason: outgoingMail.reason,
    })
    .from(outreachEmails)
    .innerJoin(prospects, eq(prospects.id, outreachEmails.prospectId))
    .leftJoin(outgoingMail, eq(outgoingMail.id, outreachEmails.mailId))
    .leftJoin(outreachEnrolments, eq(outreachEnrolments.id, outreachEmails.enrolmentId))
    .leftJoin(outreachSequences, eq(outreachSequences.id, outreachEnrolments.sequenceId))
    .where(where)
    .orderBy(...order)
    .limit(limit);
  if (rows.length === 0) return [];
  const sender = await services.gate.senderOf({ db });
  const leaves = services.gate.transportOf(sender) !== 'outbox';
  return rows.map(({ email, businessName, sequenceId, sequenceName, waits, mailState, mailReason }) => ({
    id: email.id,
    prospectId: email.prospectId,
    businessName,
    to: email.recipient,
    subject: email.subject,
    content: email.content,
    state: email.state,
    // The ledger says more while the servers still try.
    reason: (mailState === email.state && mailReason ? mailReason : email.reason).slice(0, 2000),
    engine: email.engine,
    issues: email.issues,
    warning: email.warning,
    sequence:
      sequenceId !== null && sequenceName !== null && email.step !== null
        ? { id: sequenceId, name: sequenceName, step: email.step }
        : null,
    createdBy: email.createdBy,
    createdAt: email.createdAt.toISOString(),
    sendAt: email.sendAt?.toISOString() ?? null,
    sentAt: email.sentAt?.toISOString() ?? null,
    mayUndo: waits,
    maySendAgain: leaves && mailState !== null && isRepeatable(mailState),
  }));
}

/** One email as people see it. @throws AppError not_found */
export async function readEmail(context: Reading, id: string): Promise<OutreachEmail> {
  const [email] = await readEmails(context, eq(outreachEmails.id, id), 1);
  if (!email) throw notFound('email');
  return email;
}
