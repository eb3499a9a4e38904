import { eq } from 'drizzle-orm';
import { outreachEmailsChanged } from '#features/outreach/email-contract.ts';
import type { OrganizationContext, Tx } from '#server/context.ts';
import { prettyInstant } from '#server/format.ts';
import type { MessageReaction, ReactionResult, StoredMessage } from '#server/message-reaction.ts';
import { changeProspect, hubActor, recordActivity } from '../emails/contact-record.ts';
import { stopOutreach } from '../emails/stop-outreach.ts';
import type { OutreachEmailRow } from '../emails/write-email.ts';
import { lockProspectIfThere, type StoredProspect } from '../prospect-row.ts';
import { outreachEmails } from '../sending-tables.ts';
import { endOfAllColleagues, endOfOne, pauseForAway } from '../sequences/end-enrolments.ts';
import { runningTo } from '../sequences/running-to.ts';
import { findAnswered } from './find-answered.ts';
import { asksToStop, awayDays, returnOf } from './reply-words.ts';

const nothing: ReactionResult = { lead: null, created: false };
const dayMs = 86_400_000;

/** What comes back from a prospect: an answer, a note that they are away, a complaint. Bounces come through the gate. */
export const onMessage: MessageReaction = async (context, tx, message, { timezone }) => {
  if (message.complaintAbout) {
    await complained(context, tx, message.complaintAbout);
    return nothing;
  }
  if (message.direction !== 'inbound' || message.returned) return nothing;
  const email = await findAnswered(tx, message.answers ?? []);
  if (!email) {
    if (!message.automatic) await wroteAnew(context, tx, message, timezone);
    return nothing;
  }
  if (message.automatic) await away(context, tx, email, message, timezone);
  else await replied(context, tx, email, message, timezone);
  return nothing;
};

/**
 * The prospect responds, whatever the answer says; the sequences to it end, and those that say so for everyone of its
 * company. Who asks for no more mail gets none.
 */
async function replied(
  context: OrganizationContext,
  tx: Tx,
  email: OutreachEmailRow,
  message: StoredMessage,
  timezone: string,
): Promise<void> {
  const now = context.services.clock.now();
  if (asksToStop(message.content))
    await stopOutreach(
      context,
      tx,
      [...new Set([email.recipient, message.from?.address ?? email.recipient])],
      {
        cause: 'unsubscribe',
        reason: 'Asked in an answer for no more mail.',
        recordedBy: 'The recipient',
      },
    );
  const prospect = await lockProspectIfThere(tx, email.prospectId);
  if (!prospect) return;
  if (email.repliedAt === null)
    await tx.db
      .update(outreachEmails)
      .set({ repliedAt: message.sentAt < now ? message.sentAt : now })
      .where(eq(outreachEmails.id, email.id));
  await responds(tx, prospect, email.recipient, message, { now, timezone });
}

/** Somebody to whom a sequence runs writes in a mail of their own, which answers none of ours. */
async function wroteAnew(
  { services }: OrganizationContext,
  tx: Tx,
  message: StoredMessage,
  timezone: string,
): Promise<void> {
  if (!message.from) return;
  for (const id of await runningTo(tx, message.from.address, message.sentAt)) {
    const prospect = await lockProspectIfThere(tx, id);
    if (prospect)
      await responds(tx, prospect, prospect.contactEmail, message, { now: services.clock.now(), timezone });
  }
}

/** The prospect responded: its sequences end, and those that say so for everyone of its company. */
async function responds(
  tx: Tx,
  prospect: StoredProspect,
  address: string,
  message: StoredMessage,
  { now, timezone }: { now: Date; timezone: string },
): Promise<void> {
  const moves = prospect.status === 'not_contacted' || prospect.status === 'email_sent';
  if (moves) await changeProspect(tx, prospect, now, { status: 'responded' });
  await recordActivity(tx, prospect.id, hubActor, now, [
    { action: 'replied', toValue: message.subject.slice(0, 500).toWellFormed() },
    ...(moves ? [{ action: 'status' as const, fromValue: prospect.status, toValue: 'responded' }] : []),
  ]);
  const on = prettyInstant(message.sentAt, timezone);
  await endOfOne(tx, prospect.id, { state: 'replied', reason: `Answered on ${on}.`, now });
  await endOfAllColleagues(tx, address, {
    state: 'replied',
    reason: `Somebody of the same company answered on ${on}.`,
    now,
  });
  tx.emit(outreachEmailsChanged, { prospectId: prospect.id });
}

/** A note by a machine moves nothing: the next step waits until the writer is back. */
async function away(
  { services }: OrganizationContext,
  tx: Tx,
  email: OutreachEmailRow,
  { subject, content, sentAt }: StoredMessage,
  timezone: string,
): Promise<void> {
  const now = services.clock.now();
  const named = returnOf(`${subject}. ${content}`, sentAt, timezone);
  const until = named !== null && named > now ? named : new Date(now.getTime() + awayDays * dayMs);
  const reason =
    named === null
      ? `An automatic answer came. It goes on in ${awayDays} days.`
      : `An automatic answer says that they are away. It goes on on ${prettyInstant(until, timezone)}.`;
  await pauseForAway(tx, email.prospectId, { until, reason, now });
}

/** The list of stopped addresses gets it as well: what runs for this address ends, and the prospect shows it. */
async function complained({ services }: OrganizationContext, tx: Tx, mailId: string): Promise<void> {
  const [email] = await tx.db.select().from(outreachEmails).where(eq(outreachEmails.mailId, mailId));
  if (!email || email.complainedAt !== null) return;
  const now = services.clock.now();
  const reason = 'Reported an email as spam.';
  if (!(await lockProspectIfThere(tx, email.prospectId))) return;
  await tx.db.update(outreachEmails).set({ complainedAt: now }).where(eq(outreachEmails.id, email.id));
  await recordActivity(tx, email.prospectId, hubActor, now, [{ action: 'complained', toValue: reason }]);
  await endOfOne(tx, email.prospectId, { state: 'unsubscribed', reason, now });
  tx.emit(outreachEmailsChanged, { prospectId: email.prospectId });
}
