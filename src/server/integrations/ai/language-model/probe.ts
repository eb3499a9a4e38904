import { randomBytes, randomInt } from 'node:crypto';
import { z } from 'zod';
import { AiFailure } from '../failure.ts';
import { askModel, schemaText } from './ask-model.ts';
import type { LanguageModelOptions } from './engine.ts';
import { drawnColor, type ProbeColor, probeColors } from './probe-picture.ts';
import { modelOf } from './provider-model.ts';

const isStructured = ({ structured, provider }: LanguageModelOptions): boolean =>
  structured === 'schema' || (structured === 'auto' && provider !== 'openai-compatible');

const answerSchema = z.strictObject({ marker: z.string().max(40), color: z.enum(['red', 'green']) });
const seenSchema = z.strictObject({ color: z.enum([...probeColors, 'none']) });

/**
 * Whether the model for pictures names the colour of one that we draw: servers may drop a picture without a word.
 * A failure of it is no failure of the texts, so it is an answer too.
 */
async function tryPictures(
  options: LanguageModelOptions,
  tenantId: string,
): Promise<{ ok: boolean; message: string }> {
  const { visionModel } = options;
  if (visionModel === null)
    return { ok: true, message: 'It looks at no pictures, so each post needs a brief.' };
  const color: ProbeColor = probeColors[randomInt(probeColors.length)] ?? 'red';
  const unseen = `Texts are answered, but pictures are not looked at by ${visionModel} (AI_VISION_MODEL)`;
  try {
    const { value } = await askModel({
      model: await modelOf({ ...options, model: visionModel }),
      system: `You answer with one JSON object and nothing else. It fits this JSON schema: ${schemaText(seenSchema)}`,
      prompt: 'Which color fills the picture? none if you see no picture.',
      image: await drawnColor(color),
      schema: seenSchema,
      structured: isStructured(options),
      tenantId,
      signal: new AbortController().signal,
      timeoutMs: options.timeoutMs,
    });
    return value.color === color
      ? { ok: true, message: `Pictures are looked at by ${visionModel}.` }
      : { ok: false, message: `${unseen}: it did not name the color of a test picture.` };
  } catch (error) {
    if (error instanceof AiFailure) return { ok: false, message: `${unseen}: ${error.message}` };
    throw error;
  }
}

/** Really tries a model: reachable, key, an answer of the given shape, whether the start of a long prompt arrives, and whether a picture is seen. */
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
      structured: isStructured(options),
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
    const pictures = await tryPictures(options, tenantId);
    if (!pictures.ok) return pictures;
    const counted = usage.estimated ? ' It reports no token counts, so usage is estimated.' : '';
    return {
      ok: true,
      message: `The model answers in the right form and reads long messages. ${pictures.message}${counted}`,
    };
  } catch (error) {
    if (error instanceof AiFailure) return { ok: false, message: error.message };
    throw error;
  }
}
