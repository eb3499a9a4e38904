import { eq } from 'drizzle-orm';
import { prospectStatusNames, settledStatuses } from '#features/outreach/prospect-status.ts';
import type { EnrolmentState } from '#features/outreach/sequence-contract.ts';
import type { OrganizationContext, Tx } from '#server/context.ts';
import type { MailGuard, MailHold } from '#server/integrations/gate-options.ts';
import { lockProspectIfThere, type StoredProspect } from '../prospect-row.ts';
import { outreachEmails, outreachEnrolments, outreachSequences } from '../sending-tables.ts';
import { postalAddressOf } from '../settings/postal-address.ts';
import { storedSettings } from '../settings/stored-settings.ts';
import { judgeProspect, organizationObstacle } from './may-write.ts';

/** A mail that waits for the postal address is looked at again after this, milliseconds. */
const addressWaitMs = 10 * 60_000;

/** Somebody answered, a mail came back, or a person stopped it, while its email waited. */
const ended: ReadonlySet<EnrolmentState> = new Set(['replied', 'bounced', 'unsubscribed', 'stopped']);

/**
 * What was right when an email was written may have changed while it waited: everything is judged again before it leaves.
 * What a paused sequence keeps goes on with it (`releaseHeld`), an absence ends by itself, and for a postal address it
 * waits; anything else holds it for good, since its text and its recipient are written into its bytes. One that a person
 * sent keeps to the rules of a person: of a sequence too, where a person sent it again.
 */
export const holdChanged: MailGuard = async (context, tx, { id, purpose, isAutomatic }) => {
  if (purpose !== 'outreach') return null;
  const [found] = await tx.db
    .select({
      prospectId: outreachEmails.prospectId,
      recipient: outreachEmails.recipient,
      enrolment: outreachEnrolments.state,
      goesOnAt: outreachEnrolments.nextAt,
      reason: outreachEnrolments.reason,
      sequence: outreachSequences.state,
      name: outreachSequences.name,
    })
    .from(outreachEmails)
    .leftJoin(outreachEnrolments, eq(outreachEnrolments.id, outreachEmails.enrolmentId))
    .leftJoin(outreachSequences, eq(outreachSequences.id, outreachEnrolments.sequenceId))
    .where(eq(outreachEmails.mailId, id));
  if (!found) return null;
  if (isAutomatic && found.enrolment !== null && ended.has(found.enrolment))
    return forGood(`the sequence ended. ${found.reason}`);
  const prospect = await lockProspectIfThere(tx, found.prospectId);
  if (!prospect) return null;
  if (prospect.contactEmail !== found.recipient)
    return forGood('the address of this prospect was changed after it was written. Write a new one.');
  if (!isAutomatic || found.sequence === null) return consentHold(tx, prospect, 'person');
  if (found.sequence !== 'active')
    return {
      held: `Held because: the sequence “${found.name}” is ${found.sequence === 'archived' ? 'put away' : 'paused'}. It goes on with it.`,
    };
  if (found.enrolment === 'paused') {
    if (found.goesOnAt !== null && found.goesOnAt > context.services.clock.now())
      return { until: found.goesOnAt, reason: `Waits: ${found.reason}` };
    if (found.goesOnAt === null)
      return {
        held: `Held because: the sequence is paused for this prospect. It goes on with it. ${found.reason}`,
      };
  }
  if (settledStatuses.has(prospect.status))
    return forGood(`this prospect is “${prospectStatusNames[prospect.status]}” by now.`);
  return (await consentHold(tx, prospect, 'bulk')) ?? addressHold(context, tx);
};

function forGood(why: string): MailHold {
  return { held: `Held because: ${why}`, forGood: true };
}

async function consentHold(
  tx: Tx,
  prospect: StoredProspect,
  mode: 'person' | 'bulk',
): Promise<MailHold | null> {
  const { obstacle } = await judgeProspect(tx, prospect, mode, await storedSettings(tx));
  return obstacle && { held: `Held because: ${obstacle.error.message}`, forGood: true };
}

async function addressHold({ services }: OrganizationContext, tx: Tx): Promise<MailHold | null> {
  const leaves = services.gate.transportOf(await services.gate.senderOf(tx)) !== 'outbox';
  const going = { pausedAt: null, pausedBy: null, pauseReason: null };
  const obstacle = organizationObstacle(going, { leaves, postalAddress: await postalAddressOf(tx) });
  if (!obstacle) return null;
  const until = new Date(services.clock.now().getTime() + addressWaitMs);
  return { until, reason: `Waits: ${obstacle.error.message}` };
}
