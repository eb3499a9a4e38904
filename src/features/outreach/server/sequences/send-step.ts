import { eq } from 'drizzle-orm';
import { emailLimits } from '#features/outreach/email-contract.ts';
import type { OrganizationContext } from '#server/context.ts';
import type { DueOutcome } from '#server/due-work.ts';
import { hubActor } from '../emails/contact-record.ts';
import {
  deliverPlaced,
  type Held,
  type Placed,
  type PreparedOutreach,
  placeOutreach,
  prepareOutreach,
} from '../emails/write-email.ts';
import { lockProspect } from '../prospect-row.ts';
import { outreachEmails } from '../sending-tables.ts';
import { type StoredSettings, storedSettings } from '../settings/stored-settings.ts';
import { openFrom, takeSlot } from './caps.ts';
import { type DueStep, readDueStep, threadOf, zoneOf } from './due-step.ts';
import { advance, lockDue, settle } from './enrolment-state.ts';
import { renderStep } from './render-step.ts';
import { hasBooked } from './running-to.ts';
import { isStarted } from './sequence-row.ts';
import { waitsForHours } from './wake-waiting.ts';
import { writeDraft } from './write-draft.ts';

/** How long a step waits whose mail before has not left yet, or whose writing failed, milliseconds. */
const waitMs = 10 * 60_000;

/**
 * Sends the next step of an enrolment, if it is due and may leave now; in several processes at once it is sent once. What
 * stands in the way is written into the enrolment, for people to see.
 */
export async function sendStep(context: OrganizationContext, id: string): Promise<DueOutcome> {
  const due = await readDueStep(context, id);
  const now = context.services.clock.now();
  if (!due || !isDue(due, now)) return null;
  const settings = await storedSettings(context);
  const { timezone } = await context.services.gate.senderOf(context);
  const step = due.sequence.steps[due.enrolment.stepsDone];
  if (!step) return settle(context, due, { state: 'finished', nextAt: null, reason: 'All steps were sent.' });
  if (await hasBooked(context, due.prospect.contactEmail, due.enrolment.createdAt))
    return settle(context, due, { state: 'stopped', nextAt: null, reason: 'They have booked a meeting.' });
  const [last] = due.before;
  if (last && (last.state === 'queued' || last.state === 'sending')) {
    const reason = 'Waits until the email of the step before has left.';
    return settle(context, due, { state: 'active', nextAt: new Date(now.getTime() + waitMs), reason });
  }
  if (step.writing === 'generate') return writeDraft(context, due);
  if (settings.window) {
    const open = openFrom(settings.window, await zoneOf(context, due.prospect, timezone), now);
    if (open > now) return settle(context, due, { state: 'active', nextAt: open, reason: waitsForHours });
  }
  const { subject, content, issues } = renderStep(step, due.prospect);
  if (issues.length > 0) {
    return settle(context, due, { state: 'paused', nextAt: null, reason: issues.join(' ').slice(0, 500) });
  }
  const first = due.before.at(-1);
  const goesOn = step.subject === '';
  const follows = goesOn ? threadOf(due) : undefined;
  const prepared = await prepareOutreach(context, {
    prospectId: due.prospect.id,
    mode: 'bulk',
    subject: goesOn ? answerTo(first?.subject ?? '') : subject,
    content,
    engine: null,
    actor: hubActor,
    step: { enrolmentId: id, number: due.enrolment.stepsDone + 1 },
    ...(follows ? { follows } : {}),
  });
  return place(context, due, prepared, { settings, timezone, now });
}

/** The subject of an answer in the conversation that the first email began. */
function answerTo(subject: string): string {
  return /^re:/i.test(subject) ? subject : `Re: ${subject}`.slice(0, emailLimits.subject).toWellFormed();
}

/** Another worker, or a person, may have been there between the look for what is due and the reading of it. */
function isDue({ enrolment: { state, nextAt }, sequence }: DueStep, now: Date): boolean {
  const isRunning = state === 'active' || state === 'paused';
  return isRunning && nextAt !== null && nextAt <= now && sequence.state === 'active';
}

interface Placing {
  settings: StoredSettings;
  timezone: string;
  now: Date;
}

async function place(
  context: OrganizationContext,
  due: DueStep,
  prepared: PreparedOutreach,
  { settings, timezone, now }: Placing,
): Promise<DueOutcome> {
  const { gate } = context.services;
  const result = await context
    .tx(async (tx): Promise<null | { wait: Date } | { placed: Placed }> => {
      await gate.lock(tx);
      await lockProspect(tx, due.prospect.id);
      const enrolment = await lockDue(tx, due.enrolment);
      if (!enrolment || !(await isStarted(tx, due.sequence.id))) return null;
      const slot = await takeSlot(tx, settings, timezone, now);
      if (!slot.taken) return { wait: slot.until };
      const placed = await placeOutreach(context, tx, prepared);
      // Nothing was written: the place in the hour is free again with the rollback.
      if (placed.held) throw new NotPlaced(placed.held);
      await tx.db
        .update(outreachEmails)
        .set({ countedHour: slot.hour })
        .where(eq(outreachEmails.id, placed.email.id));
      await advance(tx, due, now, timezone);
      return { placed };
    })
    .catch((error: unknown) => {
      if (error instanceof NotPlaced) return { held: error.held };
      throw error;
    });
  if (result === null) return null;
  if ('wait' in result) return result;
  if ('held' in result) return hold(context, due, result.held, now);
  deliverPlaced(context, result.placed);
  return null;
}

/** The gate or a rule said no; carries the reason through the rollback. */
class NotPlaced extends Error {
  readonly held: Held;

  constructor(held: Held) {
    super(held.reason);
    this.held = held;
  }
}

/** What is to come of a step that may not leave. */
async function hold(
  context: OrganizationContext,
  due: DueStep,
  { why, reason, forGood }: Held,
  now: Date,
): Promise<DueOutcome> {
  if (why === 'suppressed') {
    return settle(context, due, { state: 'unsubscribed', nextAt: null, reason });
  }
  if (forGood || why === 'postal_address')
    return settle(context, due, { state: 'paused', nextAt: null, reason });
  // Of the whole organization, such as a pause or its daily limit: everyone waits, nobody is changed.
  return { wait: new Date(now.getTime() + 60_000) };
}
