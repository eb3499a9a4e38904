import { and, eq, lt, notInArray } from 'drizzle-orm';
import {
  type OutreachEmail,
  type outreachEmailApi,
  outreachEmailsChanged,
} from '#features/outreach/email-contract.ts';
import type { Context } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { lockProspect } from '../prospect-row.ts';
import { outreachEmails } from '../sending-tables.ts';
import { storedSettings } from '../settings/stored-settings.ts';
import { composeOutreach, type OutreachWriting } from './compose-email.ts';
import { markContacted } from './contact-record.ts';
import { readEmail } from './email-row.ts';
import { judgeProspect, organizationObstacle } from './may-write.ts';
import { actorOf } from './send-email.ts';
import type { OutreachEmailRow } from './write-email.ts';

type SendAgain = (typeof outreachEmailApi)['endpoints']['sendAgain'];

/**
 * Sends an email again, as a person who read it, also where a sequence wrote it; with the same Message-ID and with sender, postal address and way out as they are now.
 * @throws AppError not_found, conflict (its state, another address, paused), suppressed, consent_missing,
 * postal_address_missing
 */
export async function sendAgain(
  context: Context,
  { params, body }: Input<SendAgain>,
): Promise<OutreachEmail> {
  const { services, session } = context;
  const { gate } = services;
  const [email] = await context.db.select().from(outreachEmails).where(eq(outreachEmails.id, params.id));
  if (!email) throw notFound('email');
  const { mailId, messageId, prospectId } = email;
  if (mailId === null || messageId === null)
    throw new AppError('conflict', 'This email was not sent yet, so it cannot be sent again.');
  const follows = await followedBy(context, email);
  const { subject, content } = email;
  const composed = await composeOutreach(context, {
    ids: { mailId, messageId },
    writing: {
      prospectId,
      mode: 'person',
      subject,
      content,
      actor: actorOf(context),
      ...(follows ? { follows } : {}),
    },
  });
  await context.tx(async (tx) => {
    await gate.lock(tx);
    await gate.sendAgain(tx, mailId, {
      by: session.actor,
      confirmed: body.confirmed ?? false,
      anew: composed.mail,
    });
    const prospect = await lockProspect(tx, prospectId);
    if (prospect.contactEmail !== email.recipient)
      throw new AppError('conflict', 'This prospect has another address now. Write a new email to it.');
    const settings = await storedSettings(tx);
    const { postalAddress } = composed;
    const permission = await judgeProspect(tx, prospect, 'person', settings);
    const obstacle = organizationObstacle(settings, { leaves: true, postalAddress }) ?? permission.obstacle;
    if (obstacle) throw obstacle.error;
    const now = services.clock.now();
    await tx.db
      .update(outreachEmails)
      .set({
        state: 'queued',
        reason: `Sent again because ${session.actor} asked for it.`,
        sendAt: now,
        // The ground on which it leaves now, as proof.
        consentBasis: prospect.consent?.basis ?? null,
        warning: permission.warning,
      })
      .where(eq(outreachEmails.id, email.id));
    await markContacted(tx, prospect, email.id, actorOf(context), now);
    tx.emit(outreachEmailsChanged, { prospectId });
  });
  gate.deliverSoon(context.organizationId, mailId);
  return readEmail(context, email.id);
}

/** The conversation that a later step of a sequence goes on with: the emails of the steps before, as they were sent. */
async function followedBy(
  { db }: Pick<Context, 'db'>,
  { enrolmentId, step, subject }: OutreachEmailRow,
): Promise<OutreachWriting['follows'] | null> {
  if (enrolmentId === null || step === null || !/^re:/i.test(subject)) return null;
  const before = await db
    .select({ messageId: outreachEmails.messageId })
    .from(outreachEmails)
    .where(
      and(
        eq(outreachEmails.enrolmentId, enrolmentId),
        lt(outreachEmails.step, step),
        notInArray(outreachEmails.state, ['draft', 'cancelled']),
      ),
    )
    .orderBy(outreachEmails.step);
  const ids = before.flatMap(({ messageId }) => messageId ?? []);
  const last = ids.at(-1);
  return last === undefined ? null : { messageId: last, references: ids.slice(0, -1) };
}
