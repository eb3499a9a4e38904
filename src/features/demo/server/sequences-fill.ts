import { renderStep } from '#features/outreach/server/public.ts';
import {
  outreachEmails,
  outreachEnrolments,
  outreachSequences,
  outreachSettings,
} from '#features/outreach/server/sending-tables.ts';
import type { prospects } from '#features/outreach/server/tables.ts';
import type { Transaction } from '#server/db/database.ts';
import { newId } from '#server/ids.ts';
import { builtinEngine } from '#server/integrations/ai/builtin/engine.ts';
import { draftOutreachByRules } from '#server/integrations/ai/builtin/outreach-email.ts';
import { instantAt } from './moment.ts';
import {
  approvedSentences,
  type DemoEnrolment,
  demoEnrolments,
  draftSteps,
  runningSteps,
  sampleReason,
} from './sequences.ts';
import { colleagues } from './team.ts';

type NewProspect = typeof prospects.$inferInsert;
type NewEmail = typeof outreachEmails.$inferInsert;

/** Gives the demo tenant a running sequence with some of its prospects, and one that is not started. */
export async function fillSequences(
  { db }: Pick<Transaction, 'db'>,
  known: readonly NewProspect[],
  now: Date,
): Promise<void> {
  const running = newId();
  const batchId = newId();
  const createdBy = nameOf('tom');
  const [began, drafted] = [instantAt([17, '09:00'], now), instantAt([2, '16:10'], now)];
  const common = { stopsCompany: true };
  await db.insert(outreachSettings).values({ approvedSentences, dailyCap: 40, updatedAt: began });
  await db.insert(outreachSequences).values([
    {
      ...common,
      id: running,
      name: 'New in Sydney’s west',
      state: 'active',
      steps: [...runningSteps],
      createdBy,
      createdAt: began,
      updatedAt: began,
    },
    {
      ...common,
      id: newId(),
      name: 'Rate card, asked for',
      state: 'draft',
      steps: [...draftSteps],
      createdBy: nameOf('priya'),
      createdAt: drafted,
      updatedAt: drafted,
    },
  ]);
  for (const one of demoEnrolments) {
    const prospect = known.find(({ businessName }) => businessName === one.prospect);
    if (!prospect) throw new Error(`The demo has no prospect ${one.prospect}.`);
    const id = newId();
    const since = instantAt(one.since, now);
    await db.insert(outreachEnrolments).values({
      id,
      sequenceId: running,
      prospectId: prospect.id,
      state: one.state,
      stepsDone: one.left.length,
      nextAt: null,
      reason: one.reason,
      batchId,
      company: prospect.contactEmail?.split('@')[1] ?? null,
      createdBy,
      createdAt: since,
      updatedAt: one.left.length === 0 ? since : instantAt(one.left.at(-1) ?? one.since, now),
    });
    await db.insert(outreachEmails).values(emailsOf(one, prospect, id, now));
  }
}

function nameOf(colleague: 'tom' | 'priya'): string {
  const { firstName, lastName } = colleagues[colleague];
  return `${firstName} ${lastName}`;
}

function answeredAfter(at: Date): Date {
  return new Date(at.getTime() + 90 * 60_000);
}

/** What was written to a prospect: a draft of the built-in engine first, then the templates. */
function emailsOf(one: DemoEnrolment, prospect: NewProspect, enrolmentId: string, now: Date): NewEmail[] {
  const common = {
    prospectId: prospect.id,
    enrolmentId,
    recipient: prospect.contactEmail ?? '',
    consentBasis: prospect.consentBasis ?? null,
    createdBy: 'AI Hub',
  };
  const first = firstEmail(prospect);
  if (one.left.length === 0) {
    const createdAt = instantAt(one.since, now);
    return [
      { ...common, ...first, id: newId(), step: 1, state: 'draft', reason: 'Waits for approval.', createdAt },
    ];
  }
  return one.left.map((moment, index) => {
    const at = instantAt(moment, now);
    const text = index === 0 ? first : templateEmail(index, prospect);
    return {
      ...common,
      ...text,
      id: newId(),
      // Of a mail that the send gate never had: nothing can be sent again.
      mailId: newId(),
      messageId: `${newId()}@harbourside.example`,
      step: index + 1,
      state: 'kept' as const,
      reason: sampleReason,
      createdAt: at,
      sentAt: at,
      repliedAt: one.state === 'replied' && index === one.left.length - 1 ? answeredAfter(at) : null,
    };
  });
}

function firstEmail({ businessName, industry, summary }: NewProspect) {
  const { value, issues } = draftOutreachByRules({
    prospect: { businessName, industry: industry ?? '', summary: summary ?? '' },
    organization: { name: 'Harbourside Outdoor' },
    approvedSentences,
    signs: nameOf('tom'),
    tone: 'friendly',
    length: 'short',
  });
  return { ...value, engine: builtinEngine.id, issues };
}

function templateEmail(index: number, { businessName, industry, address }: NewProspect) {
  const step = runningSteps[index];
  if (!step) throw new Error(`The demo's sequence has no step ${index + 1}.`);
  const text = renderStep(step, { businessName, industry: industry ?? '', address: address ?? '' });
  return { ...text, engine: null };
}
