import {
  APICallError,
  type FilePart,
  generateText,
  type LanguageModel,
  NoObjectGeneratedError,
  Output,
} from 'ai';
import { z } from 'zod';
import { AiFailure } from '../failure.ts';
import { pictureTokens, type TokenUsage } from '../jobs.ts';
import { extractJson } from './extract-json.ts';

/** Which model is asked, for whom and for how long. */
export interface ModelCall {
  model: LanguageModel;
  /** Whether the provider is asked to hold the answer to the schema. */
  structured: boolean;
  tenantId: string;
  signal: AbortSignal;
  timeoutMs: number;
}

interface Question<Schema extends z.ZodType> extends ModelCall {
  system: string;
  prompt: string;
  /** JPEG that goes with the prompt, for a model that sees. */
  image?: Uint8Array | null;
  schema: Schema;
  /** What is wrong with an answer of the right shape, in words for the model. */
  faults?: (value: z.output<Schema>) => string[];
}

export interface Answered<Value> {
  value: Value;
  usage: TokenUsage;
  /** What was still wrong after the second try. */
  faults: string[];
}

const answerTokens = 2000;
const tries = 2;

/** Asks a model for one object. A wrong one gets a second try with what is wrong. @throws AiFailure */
export async function askModel<Schema extends z.ZodType>(
  question: Question<Schema>,
): Promise<Answered<z.output<Schema>>> {
  const usage: TokenUsage = { in: 0, out: 0, estimated: false };
  const signal = AbortSignal.any([question.signal, AbortSignal.timeout(question.timeoutMs)]);
  let repair = '';
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const text = await oneAnswer(question, repair, signal, usage);
    const result = question.schema.safeParse(extractJson(text));
    const faults = result.success
      ? (question.faults?.(result.data) ?? [])
      : result.error.issues
          .slice(0, 5)
          .map(({ path, message }) => `${path.join('.') || 'answer'}: ${message}`);
    if (result.success && (faults.length === 0 || attempt === tries))
      return { value: result.data, usage, faults };
    repair = `\n\nYour last answer could not be used: ${faults.join('; ').slice(0, 500)}. Answer again with one JSON object only.`;
  }
  throw new AiFailure('bad_answer', usage);
}

async function oneAnswer<Schema extends z.ZodType>(
  question: Question<Schema>,
  repair: string,
  signal: AbortSignal,
  usage: TokenUsage,
): Promise<string> {
  const { model, system, schema, structured, tenantId, image = null } = question;
  const prompt = question.prompt + repair;
  const estimateIn = Math.ceil((system.length + prompt.length) / 3.5) + (image ? pictureTokens : 0);
  const add = (
    given: { inputTokens?: number | undefined; outputTokens?: number | undefined } | undefined,
    text: string,
  ) => {
    usage.estimated ||= given?.inputTokens === undefined || given.outputTokens === undefined;
    usage.in += given?.inputTokens ?? estimateIn;
    usage.out += given?.outputTokens ?? Math.ceil(text.length / 3.5);
  };
  try {
    const answer = await generateText({
      model,
      system,
      ...(image
        ? { messages: [{ role: 'user', content: [pictured(image), { type: 'text', text: prompt }] }] }
        : { prompt }),
      maxOutputTokens: answerTokens,
      temperature: 0,
      maxRetries: 0,
      abortSignal: signal,
      providerOptions: { openai: { store: false, user: tenantId } },
      ...(structured ? { output: Output.object({ schema }) } : {}),
    });
    add(answer.usage, answer.text);
    return answer.text;
  } catch (error) {
    if (NoObjectGeneratedError.isInstance(error)) {
      add(error.usage, error.text ?? '');
      return error.text ?? '';
    }
    // A call that was given up may be billed all the same.
    if (signal.aborted) throw new AiFailure('timeout', { in: usage.in + estimateIn, out: usage.out });
    throw failureOf(error, usage);
  }
}

function pictured(image: Uint8Array): FilePart {
  return { type: 'file', mediaType: 'image/jpeg', data: image };
}

/** The hub's own code for what a provider or the network did: their errors hold the whole prompt and may hold the key. */
function failureOf(error: unknown, usage: TokenUsage): AiFailure {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof AiFailure) return new AiFailure(cause.code, usage);
  }
  if (!APICallError.isInstance(error)) return new AiFailure('unreachable', usage);
  const { statusCode } = error;
  if (statusCode === 401 || statusCode === 403) return new AiFailure('refused_key', usage);
  if (statusCode === 429) return new AiFailure('rate_limited', usage);
  if (statusCode === undefined) return new AiFailure('unreachable', usage);
  return new AiFailure(statusCode < 300 ? 'bad_answer' : 'provider_error', usage);
}

/** The schema as text for the prompt: providers may drop it or accept it and not hold to it. */
export function schemaText(schema: z.ZodType): string {
  return JSON.stringify(z.toJSONSchema(schema));
}
