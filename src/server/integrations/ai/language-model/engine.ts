import type { LanguageModel } from 'ai';
import { z } from 'zod';
import { withoutInstructions } from '../builtin/instructions.ts';
import { leadSentences } from '../builtin/sentences.ts';
import { inventedIn } from '../grounding.ts';
import type { Engine, LeadThread } from '../jobs.ts';
import { askModel, schemaText } from './ask-model.ts';
import { writeOutreachEmail } from './outreach-email.ts';
import { draftTask, frameThread, rules, summaryTask } from './prompt.ts';
import { type ModelOptions, modelOf } from './provider-model.ts';
import { writePost } from './social-post.ts';
import { answerFromPassages } from './support-answer.ts';

export interface LanguageModelOptions extends ModelOptions {
  /** The model that is asked when there is a picture; null = none of them sees. */
  visionModel: string | null;
  timeoutMs: number;
  contextTokens: number;
}

const summarySchema = z.strictObject({
  clientName: z.string().max(200).nullable(),
  priority: z.enum(['high', 'medium', 'low']),
  sentiment: z.enum(['positive', 'negative', 'neutral']),
  interests: z.array(z.string().max(200)).max(20),
  budget: z.string().max(200).nullable(),
  timeline: z.string().max(200).nullable(),
  keyPoints: z.array(z.string().max(500)).max(20),
  evidence: z
    .array(
      z.strictObject({
        field: z.enum([
          'clientName',
          'priority',
          'sentiment',
          'interests',
          'budget',
          'timeline',
          'keyPoints',
        ]),
        message: z.string().max(20),
        quote: z.string().max(1000),
      }),
    )
    .max(60),
});
const draftSchema = z.strictObject({ subject: z.string().max(200), content: z.string().min(1).max(8000) });

/** The engine of any provider. `model` takes the place of the provider's in tests. */
export function languageModelEngine(options: LanguageModelOptions, model?: LanguageModel): Engine {
  const structured =
    options.structured === 'schema' ||
    options.structured === 'json' ||
    (options.structured === 'auto' && options.provider !== 'openai-compatible');
  const ask = async <Schema extends z.ZodType>(
    schema: Schema,
    task: string,
    framed: string,
    about: { tenantId: string; signal: AbortSignal },
    faults?: (value: z.output<Schema>) => string[],
  ) =>
    askModel({
      model: model ?? (await modelOf(options)),
      system: rules,
      prompt: `${task}\n\nThe answer fits this JSON schema:\n${schemaText(schema)}\n\nThe thread, oldest first:\n\n${framed}`,
      schema,
      structured,
      ...about,
      timeoutMs: options.timeoutMs,
      ...(faults ? { faults } : {}),
    });
  return {
    id: `${options.provider}:${options.model ?? 'none'}`.slice(0, 80),
    promptVersion: 'prompt-1',
    seesPictures: options.visionModel !== null,
    socialPost: async (input, { tenantId, signal }) => {
      const image = options.visionModel === null ? null : input.image;
      const chosen = image ? { ...options, model: options.visionModel } : options;
      const answering = model ?? (await modelOf(chosen));
      return writePost(
        { ...input, image },
        { model: answering, structured, tenantId, signal, timeoutMs: options.timeoutMs },
      );
    },
    outreachEmail: async (input, { tenantId, signal }) =>
      writeOutreachEmail(input, {
        model: model ?? (await modelOf(options)),
        structured,
        tenantId,
        signal,
        timeoutMs: options.timeoutMs,
      }),
    supportAnswer: async (input, { tenantId, signal }) =>
      answerFromPassages(input, {
        model: model ?? (await modelOf(options)),
        structured,
        tenantId,
        signal,
        timeoutMs: options.timeoutMs,
      }),
    leadSummary: async (thread, { tenantId, signal, now }) => {
      const framed = frameThread(thread, options.contextTokens);
      const today = `Today is ${now.toISOString().slice(0, 10)}.`;
      const { value, usage } = await ask(summarySchema, `${today}\n${summaryTask}`, framed.text, {
        tenantId,
        signal,
      });
      const { evidence, ...summary } = value;
      return {
        value: summary,
        evidence: evidence.flatMap(({ field, message, quote }) => {
          const messageId = framed.ids.get(message);
          return messageId === undefined ? [] : [{ field, messageId, quote }];
        }),
        issues: issuesOf(thread, framed.left),
        usage,
      };
    },
    replyDraft: async ({ thread, sender }, { tenantId, signal }) => {
      const framed = frameThread(thread, options.contextTokens);
      const known = `${sender.name ?? ''} ${sender.organization}`;
      const faults = ({ subject, content }: z.output<typeof draftSchema>) => {
        const invented = inventedIn(`${subject} ${content}`, thread, known).map(
          (word) => `"${word.slice(0, 80)}" is not in the thread`,
        );
        return /\[[A-Z][^\]]{0,40}\]/.test(content)
          ? [...invented, 'it holds a placeholder in brackets']
          : invented;
      };
      const {
        value,
        usage,
        faults: left,
      } = await ask(draftSchema, draftTask, framed.text, { tenantId, signal }, faults);
      const signature = ['Kind regards,', sender.name, sender.organization].filter(Boolean).join('\n');
      return {
        value: {
          subject: value.subject.replace(/[\r\n]+/g, ' '),
          content: `${value.content.trim()}\n\n${signature}`,
        },
        evidence: [],
        issues: [...left.map((fault) => `Check the draft: ${fault}.`), ...issuesOf(thread, framed.left)],
        usage,
      };
    },
  };
}

function issuesOf(thread: LeadThread, left: number): string[] {
  const issues: string[] = [];
  if (left > 0)
    issues.push(
      `The thread is long: its oldest ${left === 1 ? 'message was' : `${left} messages were`} not read.`,
    );
  if (withoutInstructions(leadSentences(thread)).left.length > 0)
    issues.push('A message gives instructions to whoever reads along. Check this answer with care.');
  return issues;
}
