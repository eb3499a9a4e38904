import { outreachEmailsChanged } from '#features/outreach/email-contract.ts';
import type { OrganizationContext } from '#server/context.ts';
import type { DueOutcome } from '#server/due-work.ts';
import { newId } from '#server/ids.ts';
import { AppError } from '#shared/errors.ts';
import { hubActor } from '../emails/contact-record.ts';
import { draftEmail } from '../emails/generate-email.ts';
import { lockProspect } from '../prospect-row.ts';
import { outreachEmails } from '../sending-tables.ts';
import type { DueStep } from './due-step.ts';
import { lockDue, moveOn, settle } from './enrolment-state.ts';

/** How long an engine that failed is left alone, milliseconds. */
const againMs = 15 * 60_000;

/**
 * Has an engine write a step, as a draft that waits for a person. An engine that fails is asked again later, and the
 * enrolment says why it waits.
 */
export async function writeDraft(context: OrganizationContext, due: DueStep): Promise<DueOutcome> {
  const { prospect, enrolment } = due;
  const now = context.services.clock.now();
  try {
    const { businessName, industry, summary } = prospect;
    const draft = await draftEmail(context, {
      prospect: { businessName, industry, summary },
      targetId: prospect.id,
      sender: null,
    });
    await context.tx(async (tx) => {
      await lockProspect(tx, prospect.id);
      const row = await lockDue(tx, enrolment);
      if (!row) return;
      await tx.db.insert(outreachEmails).values({
        ...draft,
        id: newId(),
        prospectId: prospect.id,
        enrolmentId: row.id,
        step: row.stepsDone + 1,
        state: 'draft',
        reason: 'Waits for approval.',
        recipient: prospect.contactEmail,
        createdBy: hubActor.name,
        createdAt: now,
      });
      await moveOn(tx, row, { state: 'approval', nextAt: null, reason: 'A draft waits for approval.' }, now);
      tx.emit(outreachEmailsChanged, { prospectId: prospect.id });
    });
    return null;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ai_failed') throw error;
    const reason = `The email could not be written: ${error.message}`;
    return settle(context, due, { state: 'active', nextAt: new Date(now.getTime() + againMs), reason });
  }
}
