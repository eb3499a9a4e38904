import { createHash } from 'node:crypto';
import type { OrganizationContext, Session } from '#server/context.ts';
import { builtinEngine } from '#server/integrations/ai/builtin/engine.ts';
import { AiFailure } from '#server/integrations/ai/failure.ts';
import {
  type AiJob,
  type AiResult,
  type Engine,
  type EngineContext,
  pictureTokens,
} from '#server/integrations/ai/jobs.ts';
import { AppError } from '#shared/errors.ts';
import { chooseEngine } from './choose-engine.ts';
import { begin, costCents } from './spending.ts';

export interface JobRequest<Value> {
  job: AiJob;
  targetId: string;
  /** What the engine reads, as text: its digest recognises the same question, its length bounds the cost. */
  input: string;
  /** A picture goes along, which costs more and is looked at by the model that sees. */
  picture?: boolean;
  /** `builtin` when a person asked for it; otherwise the organization's choice. */
  engine: 'builtin' | 'chosen';
  /** An answer to the same question by the same engine that is there already; it costs nothing. */
  known?: (inputHash: string) => boolean;
  ask: (engine: Engine, context: EngineContext) => Promise<AiResult<Value>>;
  /** Holds the answer against what it was made from; also for the built-in engine. */
  check: (result: AiResult<Value>) => AiResult<Value>;
}

export interface JobAnswer<Value> extends AiResult<Value> {
  engine: string;
  inputHash: string;
}

const longestAnswerTokens = 2000;
const repairs = 2;
const capReached =
  'The monthly limit for the language model is reached. This answer is by the built-in rules; an admin can raise the limit in Admin, Integrations.';

/**
 * Runs one job: reserves its cost, asks the engine outside any transaction, checks the answer, writes what it cost.
 * Role and module are the endpoint's; without a session nobody pressed, such as in a sequence. At the cap the built-in engine answers with a notice.
 * @returns null when the same answer is known already. @throws AppError ai_failed when the provider fails.
 */
export async function runJob<Value>(
  context: OrganizationContext & { session?: Pick<Session, 'userId'> },
  request: JobRequest<Value>,
): Promise<JobAnswer<Value> | null> {
  const { services, session } = context;
  const wanted = request.engine === 'builtin' ? builtinEngine : await chooseEngine(context, request.picture);
  const ai = services.config.ai;
  const tokensIn =
    Math.ceil(Math.min(request.input.length / 3.5, ai.contextTokens)) +
    1000 +
    (request.picture ? pictureTokens : 0);
  const planOf = (engine: Engine) => ({
    job: request.job,
    targetId: request.targetId,
    engine: engine.id,
    promptVersion: engine.promptVersion,
    inputHash: inputHash(engine, request.input),
    userId: session?.userId ?? null,
    reserveCents: engine === builtinEngine ? null : costCents(ai, tokensIn, longestAnswerTokens) * repairs,
  });
  if (request.known?.(planOf(wanted).inputHash)) return null;
  let engine = wanted;
  const notices: string[] = [];
  let run = await begin(context, planOf(engine));
  if (run === null) {
    engine = builtinEngine;
    notices.push(capReached);
    run = await begin(context, planOf(engine));
  }
  if (run === null) throw new Error('A run of the built-in engine was refused for its cost.');
  const started = performance.now();
  try {
    const result = request.check(await request.ask(engine, engineContext(context)));
    const issues = [...notices, ...result.issues].map((text) => text.slice(0, 500)).slice(0, 20);
    const plan = planOf(engine);
    await run.end({
      output: ai.storeTextDays === 0 ? null : result.value,
      issues,
      tokensIn: result.usage.in,
      tokensOut: result.usage.out,
      costCents: engine === builtinEngine ? 0 : costCents(ai, result.usage.in, result.usage.out),
      latencyMs: Math.round(performance.now() - started),
      outcome: 'answered',
    });
    return { ...result, issues, engine: engine.id, inputHash: plan.inputHash };
  } catch (error) {
    const usage = error instanceof AiFailure ? error.usage : { in: 0, out: 0 };
    await run.end({
      issues: [error instanceof AiFailure ? error.code : 'internal'],
      tokensIn: usage.in,
      tokensOut: usage.out,
      costCents: costCents(ai, usage.in, usage.out),
      latencyMs: Math.round(performance.now() - started),
      outcome: 'failed',
    });
    if (!(error instanceof AiFailure)) throw error;
    context.log.warn({ aiFailure: error.code, engine: engine.id }, 'a language model did not answer');
    throw new AppError('ai_failed', `${error.message} Try again, or use the built-in engine.`, {
      details: { reason: error.code, builtin: true },
    });
  }
}

/** A digest of the question: the same thread, prompt and engine give the same. */
function inputHash(engine: Pick<Engine, 'id' | 'promptVersion'>, input: string): string {
  return createHash('sha256')
    .update(JSON.stringify([engine.id, engine.promptVersion, input]))
    .digest('base64url');
}

function engineContext({ organizationId, services }: OrganizationContext): EngineContext {
  return {
    tenantId: organizationId,
    now: services.clock.now(),
    signal: AbortSignal.timeout(services.config.ai.timeoutMs),
  };
}
