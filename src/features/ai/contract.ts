import { z } from 'zod';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { text } from '#shared/text.ts';

export const aiProvider = z.enum(['builtin', 'openai', 'anthropic', 'openai-compatible']);
export type AiProvider = z.infer<typeof aiProvider>;

const shared = {
  provider: aiProvider,
  model: text(200).nullable(),
  /** US cents a month; null = no cap. */
  monthlyCapCents: z.int().min(0).max(100_000_000).nullable(),
};

const aiIntegration = z.strictObject({ ...shared, hasKey: z.boolean() });
export type AiIntegration = z.infer<typeof aiIntegration>;

/** An absent key keeps the stored one, `null` removes it. */
export const aiIntegrationInput = z.strictObject({
  ...shared,
  key: text(1000).min(1, 'Enter the key, or leave it as it is.').nullable().optional(),
});

const aiUsage = z.strictObject({
  month: text(7),
  calls: z.int(),
  tokensIn: z.int(),
  tokensOut: z.int(),
  costCents: z.number(),
});

export const aiApi = defineApi({
  module: null,
  endpoints: {
    read: endpoint({
      method: 'GET',
      path: '/api/tenant/integrations/ai',
      summary: 'Which engine writes summaries and drafts',
      access: 'integrations.manage',
      ids: {},
      effects: [],
      output: aiIntegration,
    }),
    update: endpoint({
      method: 'PUT',
      path: '/api/tenant/integrations/ai',
      summary: 'Choose the engine, its key and the monthly cap',
      access: 'integrations.manage',
      ids: {},
      effects: [],
      body: aiIntegrationInput,
      output: aiIntegration,
    }),
    test: endpoint({
      method: 'POST',
      path: '/api/tenant/integrations/ai/test',
      summary: 'Try the stored engine',
      access: 'integrations.manage',
      ids: {},
      effects: ['ai'],
      idempotent: true,
      rate: { calls: 20, seconds: 600, per: 'user' },
      output: z.strictObject({ ok: z.boolean(), message: text(1000) }),
    }),
    usage: endpoint({
      method: 'GET',
      path: '/api/tenant/integrations/ai/usage',
      summary: 'Calls, tokens and cost of this month',
      access: 'integrations.manage',
      ids: {},
      effects: [],
      output: aiUsage,
    }),
  },
});
