import { eq } from 'drizzle-orm';
import { type JobAnswer, runJob } from '#features/ai/server/public.ts';
import { countUsage } from '#features/billing/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import {
  type EmailLength,
  type EmailTone,
  emailLimits,
  type GeneratedEmail,
  type outreachEmailApi,
} from '#features/outreach/email-contract.ts';
import type { Context, OrganizationContext } from '#server/context.ts';
import { outreachSubject } from '#server/integrations/ai/builtin/outreach-email.ts';
import { AiFailure } from '#server/integrations/ai/failure.ts';
import type { AiResult, OutreachEmailDraft, OutreachEmailInput } from '#server/integrations/ai/jobs.ts';
import { groundOutreach } from '#server/integrations/ai/outreach-grounding.ts';
import type { Input } from '#shared/endpoint.ts';
import { findProspect } from '../prospect-row.ts';
import { storedSettings } from '../settings/stored-settings.ts';

type Generate = (typeof outreachEmailApi)['endpoints']['generate'];

/** What an email is to be written from. */
export interface DraftRequest {
  prospect: OutreachEmailInput['prospect'];
  /** What the run is recorded under: the prospect's id where there is one. */
  targetId: string;
  /** The person who writes; null where nobody pressed. */
  sender: string | null;
  tone?: EmailTone | undefined;
  length?: EmailLength | undefined;
  engine?: 'builtin' | 'chosen' | undefined;
}

/**
 * Writes an email from the given facts, the organization's name and its approved sentences, for a person to check;
 * nothing leaves. What an engine invented is taken out and named; counted as `emails_generated`.
 * @throws AppError ai_failed when the provider fails, or nothing of its draft stands
 */
export async function draftEmail(
  context: OrganizationContext & { session?: Context['session'] },
  request: DraftRequest,
): Promise<GeneratedEmail> {
  const settings = await storedSettings(context);
  const [organization] = await context.db
    .select({ name: organizations.name, timezone: organizations.timezone })
    .from(organizations)
    .where(eq(organizations.id, context.organizationId));
  const input: OutreachEmailInput = {
    prospect: request.prospect,
    organization: { name: organization?.name ?? '' },
    approvedSentences: settings.approvedSentences,
    signs: settings.signature.trim() === '' ? (request.sender ?? organization?.name ?? null) : null,
    tone: request.tone ?? settings.tone,
    length: request.length ?? settings.length,
  };
  const answer = await runJob(context, {
    job: 'outreach_email',
    targetId: request.targetId,
    input: JSON.stringify(input),
    engine: request.engine ?? 'chosen',
    ask: (engine, about) => engine.outreachEmail(input, about),
    check: (result) => grounded(input, result),
  });
  if (!answer) throw new Error('A draft is never kept, so it is always made.');
  await context.tx((tx) =>
    countUsage(tx, organization?.timezone ?? 'UTC', context.services.clock.now(), { emails_generated: 1 }),
  );
  return generated(answer);
}

/** The fence of every engine: whatever wrote the draft, nothing stands in it that was not given. */
function grounded(
  input: OutreachEmailInput,
  result: AiResult<OutreachEmailDraft>,
): AiResult<OutreachEmailDraft> {
  const { issues, isUsable, ...value } = groundOutreach(input, result.value, outreachSubject(input));
  if (!isUsable) throw new AiFailure('bad_answer', result.usage);
  return { ...result, value, issues: [...result.issues, ...issues] };
}

function generated({ value, engine, issues }: JobAnswer<OutreachEmailDraft>): GeneratedEmail {
  return {
    ...value,
    engine,
    issues: issues
      .slice(0, emailLimits.issues)
      .map((issue) => issue.slice(0, emailLimits.issue).toWellFormed()),
  };
}

/** @throws AppError not_found, ai_failed */
export async function generateEmail(context: Context, { body }: Input<Generate>): Promise<GeneratedEmail> {
  if (body.prospectId !== undefined) await findProspect(context, body.prospectId);
  const { businessName, industry, summary, tone, length, engine } = body;
  return draftEmail(context, {
    prospect: { businessName, industry, summary },
    targetId: body.prospectId ?? 'none',
    sender: context.session.userId === null ? null : context.session.actor,
    tone,
    length,
    engine,
  });
}
