import type { LanguageModel } from 'ai';
import { AiFailure } from '../failure.ts';
import { guardedFetch } from './guarded-fetch.ts';

export interface ModelOptions {
  provider: 'openai' | 'anthropic' | 'openai-compatible';
  model: string | null;
  apiKey: string | null;
  baseUrl: string | null;
  allowPrivate: boolean;
  structured: 'auto' | 'schema' | 'json' | 'none';
}

/** Servers that speak OpenAI's protocol answer below /v1; people often leave it out. */
export function withVersion(address: string): string {
  const bare = address.replace(/\/+$/, '');
  return /\/v\d+[a-z]*$/.test(bare) ? bare : `${bare}/v1`;
}

/** The model of a provider. Its library is loaded at the first use. @throws AiFailure not_configured */
export async function modelOf(options: ModelOptions): Promise<LanguageModel> {
  const { provider, model, apiKey, baseUrl } = options;
  if (!model || (provider !== 'openai-compatible' && !apiKey)) throw new AiFailure('not_configured');
  const fetch = guardedFetch(options.allowPrivate);
  const base = baseUrl ? { baseURL: withVersion(baseUrl) } : {};
  const key = apiKey ? { apiKey } : {};
  if (provider === 'openai') {
    const { createOpenAI } = await import('@ai-sdk/openai');
    // Compatible servers have the chat calls only, and both providers answer the same.
    return createOpenAI({ ...key, ...base, fetch }).chat(model);
  }
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    return createAnthropic({ ...key, ...base, fetch })(model);
  }
  if (!baseUrl) throw new AiFailure('not_configured');
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({
    name: 'compatible',
    baseURL: withVersion(baseUrl),
    ...key,
    fetch,
    supportsStructuredOutputs: options.structured === 'schema',
  })(model);
}
