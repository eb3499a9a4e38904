import { z } from 'zod';

/** A whole number from an environment variable. */
export function wholeNumber(least: number, most: number, usual: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most)
    .default(usual);
}

/** US dollars for a million tokens. */
export const price = z
  .string()
  .regex(/^\d{1,6}(?:\.\d{1,6})?$/)
  .transform(Number);

/** The operator's language model. */
export interface AiConfig {
  provider: 'builtin' | 'openai' | 'anthropic' | 'openai-compatible';
  baseUrl: string | null;
  apiKey: string | null;
  model: string | null;
  visionModel: string | null;
  timeoutMs: number;
  /** Whether the provider is also asked to hold the answer to the schema; auto = openai and anthropic. */
  structured: 'auto' | 'schema' | 'json' | 'none';
  contextTokens: number;
  /** US dollars for a million tokens; null = not known, so that cost counts as 0. */
  priceIn: number | null;
  priceOut: number | null;
  storeTextDays: number;
}

/** The variables of the language model as the schema in config.ts reads them. */
interface AiVariables {
  AI_PROVIDER: AiConfig['provider'];
  AI_BASE_URL?: string | undefined;
  AI_API_KEY?: string | undefined;
  AI_MODEL?: string | undefined;
  AI_VISION_MODEL?: string | undefined;
  AI_TIMEOUT_MS: number;
  AI_STRUCTURED: AiConfig['structured'];
  AI_CONTEXT_TOKENS: number;
  AI_PRICE_IN?: number | undefined;
  AI_PRICE_OUT?: number | undefined;
  AI_STORE_TEXT_DAYS: number;
}

export function aiConfig(value: AiVariables): AiConfig {
  return {
    provider: value.AI_PROVIDER,
    baseUrl: value.AI_BASE_URL ?? null,
    apiKey: value.AI_API_KEY ?? null,
    model: value.AI_MODEL ?? null,
    visionModel: value.AI_VISION_MODEL ?? null,
    timeoutMs: value.AI_TIMEOUT_MS,
    structured: value.AI_STRUCTURED,
    contextTokens: value.AI_CONTEXT_TOKENS,
    priceIn: value.AI_PRICE_IN ?? null,
    priceOut: value.AI_PRICE_OUT ?? null,
    storeTextDays: value.AI_STORE_TEXT_DAYS,
  };
}

/** What a provider needs and does not have, in words for the start's message; null when nothing is missing. */
export function missingForAi({ AI_PROVIDER, AI_MODEL, AI_BASE_URL }: AiVariables): string | null {
  if (AI_PROVIDER !== 'builtin' && !AI_MODEL)
    return `AI_MODEL is not set. With AI_PROVIDER=${AI_PROVIDER} it must name a model.`;
  if (AI_PROVIDER === 'openai-compatible' && !AI_BASE_URL)
    return 'AI_BASE_URL is not set. With AI_PROVIDER=openai-compatible it must hold the address of the server.';
  return null;
}
