import { gte, sql } from 'drizzle-orm';
import type { AiIntegration, aiApi } from '#features/ai/contract.ts';
import type { Context, OrganizationContext } from '#server/context.ts';
import { builtinEngine } from '#server/integrations/ai/builtin/engine.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { keyPurpose, modelOptions } from './choose-engine.ts';
import { monthStart } from './spending.ts';
import { aiRuns, aiSettings } from './tables.ts';

type Endpoints = (typeof aiApi)['endpoints'];

export async function readAi({ db, services }: OrganizationContext): Promise<AiIntegration> {
  const [row] = await db.select().from(aiSettings);
  return row
    ? out(row)
    : {
        provider: services.config.ai.provider,
        model: services.config.ai.model,
        hasKey: false,
        monthlyCapCents: null,
      };
}

function out(row: typeof aiSettings.$inferSelect): AiIntegration {
  return {
    provider: row.provider,
    model: row.model,
    hasKey: row.sealedKey !== null,
    monthlyCapCents: row.monthlyCapCents,
  };
}

/** Stores the choice. A key belongs to the provider it was entered for: with another provider it goes. */
export async function updateAi(
  context: Context,
  { body }: Input<Endpoints['update']>,
): Promise<AiIntegration> {
  const { seal, clock, config } = context.services;
  if (body.provider === 'openai-compatible' && config.ai.provider !== 'openai-compatible') {
    const message = 'The operator of this hub has set up no such server. Choose another provider.';
    throw new AppError('invalid', message, { issues: [{ path: 'provider', message }] });
  }
  return context.tx(async (tx) => {
    const [before] = await tx.db.select().from(aiSettings).for('update');
    const kept = before?.provider === body.provider ? before.sealedKey : null;
    const values = {
      provider: body.provider,
      model: body.model?.trim() || null,
      sealedKey: body.key === undefined ? kept : body.key === null ? null : seal.seal(body.key, keyPurpose),
      monthlyCapCents: body.monthlyCapCents,
      updatedAt: clock.now(),
    };
    const [row] = await tx.db
      .insert(aiSettings)
      .values(values)
      .onConflictDoUpdate({ target: aiSettings.organizationId, set: values })
      .returning();
    if (!row) throw new Error('The settings of the language model were not stored.');
    const { provider, model, monthlyCapCents } = values;
    await tx.audit({
      action: 'ai-settings.updated',
      details: { provider, model, monthlyCapCents, keyChanged: body.key !== undefined },
    });
    return out(row);
  });
}

/** Really asks the model, outside any transaction; a failure is an answer too. */
export async function testAi(context: Context): Promise<Output<Endpoints['test']>> {
  const { options } = await modelOptions(context);
  if (options === null)
    return {
      ok: true,
      message: `Built-in rules (${builtinEngine.id}) answer: no key and no network needed.`,
    };
  const { probe } = await import('#server/integrations/ai/language-model/probe.ts');
  const result = await probe(options, context.organizationId);
  const { priceIn, priceOut } = context.services.config.ai;
  const unpriced = priceIn === null || priceOut === null;
  return result.ok && unpriced
    ? {
        ok: true,
        message: `${result.message} Its price is not set (AI_PRICE_IN, AI_PRICE_OUT), so a monthly cap has nothing to measure.`,
      }
    : result;
}

export async function readUsage({ db, services }: OrganizationContext): Promise<Output<Endpoints['usage']>> {
  const from = monthStart(services.clock.now());
  const [sum] = await db
    .select({
      calls: sql<number>`count(*)::int`,
      tokensIn: sql<number>`coalesce(sum(${aiRuns.tokensIn}), 0)::int`,
      tokensOut: sql<number>`coalesce(sum(${aiRuns.tokensOut}), 0)::int`,
      costCents: sql<number>`coalesce(sum(${aiRuns.costCents}), 0)::float8`,
    })
    .from(aiRuns)
    .where(gte(aiRuns.createdAt, from));
  return {
    month: from.toISOString().slice(0, 7),
    ...(sum ?? { calls: 0, tokensIn: 0, tokensOut: 0, costCents: 0 }),
  };
}
