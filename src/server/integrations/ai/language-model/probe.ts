import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { AiFailure } from '../failure.ts';
import { askModel, schemaText } from './ask-model.ts';
import type { LanguageModelOptions } from './engine.ts';
import { modelOf } from './provider-model.ts';

const answerSchema = z.strictObject({ marker: z.string().max(40), color: z.enum(['red', 'green']) });

/** Really tries a model: reachable, key, an answer of the given shape, and whether the start of a long prompt arrives. */
export async function probe(
  options: LanguageModelOptions,
  tenantId: string,
): Promise<{ ok: boolean; message: string }> {
  const marker = randomBytes(4).toString('hex');
  // Servers that cut long prompts silently cut their beginning (Ollama at 4,096 tokens).
  const filler = 'This line only fills the page and says nothing. '.repeat(
    Math.floor((options.contextTokens * 2) / 48),
  );
  try {
    const { value, usage } = await askModel({
      model: await modelOf(options),
      system: `You answer with one JSON object and nothing else. It fits this JSON schema: ${schemaText(answerSchema)}`,
      prompt: `The marker is ${marker}.\n${filler}\nGive the marker, and the color of grass.`,
      schema: answerSchema,
      structured:
        options.structured === 'schema' ||
        (options.structured === 'auto' && options.provider !== 'openai-compatible'),
      tenantId,
      signal: new AbortController().signal,
      timeoutMs: options.timeoutMs,
    });
    if (value.marker !== marker) {
      return {
        ok: false,
        message:
          'The model answers, but the beginning of a long message does not reach it. Raise its context size, or lower AI_CONTEXT_TOKENS.',
      };
    }
    const counted = usage.estimated ? ' It reports no token counts, so usage is estimated.' : '';
    return { ok: true, message: `The model answers in the right form and reads long messages.${counted}` };
  } catch (error) {
    if (error instanceof AiFailure) return { ok: false, message: error.message };
    throw error;
  }
}
