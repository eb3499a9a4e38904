import { eq } from 'drizzle-orm';
import { countUsage } from '#features/billing/server/public.ts';
import { notify } from '#features/notifications/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import { outreachEmailsChanged } from '#features/outreach/email-contract.ts';
import type { OrganizationContext, Tx } from '#server/context.ts';
import { outgoingMail } from '#server/db/tables.ts';
import type { MailReaction, OutgoingRow } from '#server/integrations/gate-options.ts';
import { waits } from '#server/integrations/waiting-mail.ts';
import { watchBouncesSoon } from '../health/bounces.ts';
import { lockProspectIfThere } from '../prospect-row.ts';
import { outreachEmails } from '../sending-tables.ts';
import { endOfOne } from '../sequences/end-enrolments.ts';
import { followStep } from '../sequences/follow-step.ts';
import { type Actor, hubActor, markContacted, recordActivity, withdrawContact } from './contact-record.ts';
import type { OutreachEmailRow } from './write-email.ts';

/**
 * Keeps an email to a prospect in step with the gate's ledger. One that left is a contact and is counted, once; one that
 * did not leave after all is none.
 */
export const onMail: MailReaction = async (context, tx, { id, purpose, isDead }) => {
  if (purpose !== 'outreach') return;
  const [email] = await tx.db.select().from(outreachEmails).where(eq(outreachEmails.mailId, id));
  const [mail] = await tx.db.select().from(outgoingMail).where(eq(outgoingMail.id, id));
  // Locked before the email, as by whoever deletes the prospect; it may have been deleted while its mail was on its way.
  const prospect = email && (await lockProspectIfThere(tx, email.prospectId));
  if (!email || !mail || !prospect) return;
  const now = context.services.clock.now();
  const hasLeft = leftStates.has(mail.state);
  await tx.db
    .update(outreachEmails)
    .set({
      state: mail.state,
      reason: mail.reason,
      sendAt: mail.sendAt,
      ...(hasLeft ? { sentAt: email.sentAt ?? mail.leftAt ?? now } : {}),
      ...(mail.state === 'bounced' ? { bouncedAt: now, isHardBounce: isDead ?? false } : {}),
    })
    .where(eq(outreachEmails.id, email.id));
  // Of what is not confirmed nobody knows: who may have it was written to.
  if (hasLeft || mail.state === 'unconfirmed') {
    const actor: Actor = { name: email.createdBy, id: null };
    await markContacted(tx, prospect, email.id, actor, mail.leftAt ?? now);
  }
  if (hasLeft && email.sentAt === null) await countSent(context, tx, now);
  const isKeptBack = mail.state === 'held' && waits(mail);
  if (mail.state === 'failed' || (mail.state === 'held' && !isKeptBack))
    await withdrawContact(tx, email, hubActor, now);
  if (!isKeptBack) await followStep(tx, { ...email, reason: mail.reason }, mail.state, now);
  if (mail.state === 'bounced') await cameBack(tx, email, mail, isDead ?? false, now);
  if (email.enrolmentId === null && !isKeptBack) await tell(tx, email, mail, now);
  tx.emit(outreachEmailsChanged, { prospectId: email.prospectId });
};

/** A report may come back faster than the record of its mail is written. */
const leftStates: ReadonlySet<OutgoingRow['state']> = new Set(['sent', 'kept', 'bounced']);

async function countSent(context: OrganizationContext, tx: Tx, now: Date): Promise<void> {
  const [organization] = await tx.db
    .select({ timezone: organizations.timezone })
    .from(organizations)
    .where(eq(organizations.id, context.organizationId));
  await countUsage(tx, organization?.timezone ?? 'UTC', now, { emails_sent: 1 });
}

async function cameBack(
  tx: Tx,
  email: OutreachEmailRow,
  mail: OutgoingRow,
  isDead: boolean,
  now: Date,
): Promise<void> {
  const toValue = mail.reason.slice(0, 500).toWellFormed();
  await recordActivity(tx, email.prospectId, hubActor, now, [{ action: 'bounced', toValue }]);
  if (!isDead) return;
  const reason = 'An email came back: the address takes no mail.';
  await endOfOne(tx, email.prospectId, { state: 'bounced', reason, now });
  await watchBouncesSoon(tx);
}

/** What somebody sent by hand and did not arrive, or of which nobody knows, they must hear of. */
async function tell(tx: Tx, email: OutreachEmailRow, { id, state }: OutgoingRow, now: Date): Promise<void> {
  const words = noticeWords[state];
  if (words === undefined) return;
  const { title, text } = words;
  await notify(
    tx,
    {
      kind: state === 'unconfirmed' ? 'mail_unconfirmed' : 'mail_failed',
      userId: null,
      title: `Email to ${email.recipient} ${title}`,
      text: `“${email.subject}” ${text}`,
      threadId: null,
      key: `mail:${id}:${state}`,
    },
    now,
  );
}

const noticeWords: Partial<Record<OutgoingRow['state'], { title: string; text: string }>> = {
  failed: {
    title: 'was not sent',
    text: 'was refused. Open the prospect in Outreach to see why and to send it again.',
  },
  held: {
    title: 'was not sent',
    text: 'was held, since something changed while it waited. Open the prospect in Outreach to see why.',
  },
  unconfirmed: {
    title: 'is not confirmed',
    text: 'was being handed over when the connection broke. It may have arrived; it is not sent again by itself.',
  },
  bounced: {
    title: 'came back',
    text: 'could not be delivered. Open the prospect in Outreach to see why.',
  },
};
