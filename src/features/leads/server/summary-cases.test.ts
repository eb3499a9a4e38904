import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { cutQuotes } from '#features/mail/server/public.ts';
import { summariseByRules } from '#server/integrations/ai/builtin/summarise.ts';
import type { LeadSummary, LeadThread } from '#server/integrations/ai/jobs.ts';
import { leadWords } from './lead-words.ts';

const pattern = z.strictObject({ regex: z.string(), flags: z.string() });
const summaryCase = z.strictObject({
  id: z.string(),
  ref: z.string(),
  expect: z.strictObject({
    clientName: z.string().nullable(),
    priority: z.string(),
    sentiment: z.string(),
    interests: z.array(z.string()),
    budget: pattern.nullable(),
    timeline: pattern.nullable(),
    key: z.array(pattern),
    not: pattern.optional(),
  }),
  msgs: z.array(
    z.strictObject({
      from: z.enum(['lead', 'team']),
      name: z.string(),
      email: z.string(),
      date: z.string(),
      subject: z.string(),
      body: z.string(),
    }),
  ),
});
type SummaryCase = z.infer<typeof summaryCase>;

/** Cases of this repository, one JSON object a line; those of a folder beside it are read where it is there. */
const own = path.join(import.meta.dirname, 'summary-cases.jsonl');
const beside = path.join(import.meta.dirname, '../../../../../shared/cases/ai/threads.jsonl');

function read(file: string): SummaryCase[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => summaryCase.parse(JSON.parse(line)));
}

function threadOf(one: SummaryCase): LeadThread {
  const team = new Set(
    one.msgs.filter(({ from }) => from === 'team').map(({ email }) => email.toLowerCase()),
  );
  return {
    messages: one.msgs.map((message, index) => {
      const { visible, quoted } = cutQuotes(message.body);
      const texts = { subject: message.subject, content: visible, quoted };
      return {
        id: `m${index}`,
        from: message.from,
        name: message.name || null,
        email: message.email,
        sentAt: new Date(message.date),
        subject: message.subject,
        automatic: false,
        ...(message.from === 'lead' ? leadWords(texts, team) : { content: visible, forwarded: null }),
      };
    }),
  };
}

const fits = (expected: z.infer<typeof pattern> | null, value: string | null): boolean =>
  expected === null
    ? value === null
    : value !== null && new RegExp(expected.regex, expected.flags).test(value);

/** Every field of one case: whether it is what a careful reader says. */
function judge({ expect: right }: SummaryCase, got: LeadSummary): Record<string, boolean> {
  const interests = got.interests.join(' | ').toLowerCase();
  return {
    clientName: got.clientName === right.clientName,
    priority: got.priority === right.priority,
    sentiment: got.sentiment === right.sentiment,
    interests: right.interests.every((one) => interests.includes(one.toLowerCase())),
    budget: fits(right.budget, got.budget),
    timeline: fits(right.timeline, got.timeline),
    keyPoints: right.key.every((one) => got.keyPoints.some((point) => fits(one, point))),
    notPoisoned:
      right.not === undefined || !new RegExp(right.not.regex, right.not.flags).test(JSON.stringify(got)),
  };
}

/** Right answers by field and everything that was wrong, for the reader of a failure. */
function score(cases: readonly SummaryCase[]): { right: Record<string, number>; wrong: string[] } {
  const right: Record<string, number> = {};
  const wrong: string[] = [];
  for (const one of cases) {
    const got = summariseByRules(threadOf(one), new Date(`${one.ref}T12:00:00Z`)).value;
    for (const [field, fine] of Object.entries(judge(one, got))) {
      right[field] = (right[field] ?? 0) + Number(fine);
      if (!fine)
        wrong.push(
          `${one.id}: ${field} is ${JSON.stringify(Object.entries(got).find(([key]) => key === field)?.[1] ?? got)}`,
        );
    }
  }
  return { right, wrong };
}

describe('the summary by rules', () => {
  it.skipIf(!existsSync(beside))(
    'is right in the cases of the folder beside this repository (skipped where it is absent)',
    () => {
      const { wrong } = score(read(beside));
      expect(wrong).toEqual([]);
    },
  );

  it('is right in the cases of this repository', () => {
    const { wrong } = score(read(own));
    expect(wrong).toEqual([]);
  });
});
