import type { AiResult, Evidence, LeadSummary, LeadThread, SummaryField } from '../jobs.ts';
import { answersAboutBudget, type Found, findBudget, namedByTeam } from './budget.ts';
import { findClientName } from './client-name.ts';
import { withoutInstructions } from './instructions.ts';
import { findInterests } from './interests.ts';
import { findKeyPoints, firstPoints } from './key-points.ts';
import { foreignLanguage } from './language.ts';
import { noDeal, priorityOf } from './priority.ts';
import { flat, isAutomatic, leadSentences, messageLimit, type Sentence, threadLimit } from './sentences.ts';
import { startOf } from './start-date.ts';
import { billboardTaxonomy, type Interest } from './taxonomy.ts';
import { findTimeline } from './timeline.ts';
import { byMessage, toneOf } from './tone.ts';

const noUsage = { in: 0, out: 0, estimated: false };
const empty: LeadSummary = {
  clientName: null,
  priority: 'medium',
  sentiment: 'neutral',
  interests: [],
  budget: null,
  timeline: null,
  keyPoints: [],
};

/**
 * Reads a thread by rules: every value is the lead's own words with the sentence they stand in. Deterministic, linear in
 * the length of the thread; of each message 20,000 characters are read. Nothing that a message says changes the rules.
 */
export function summariseByRules(
  thread: LeadThread,
  now: Date,
  taxonomy: readonly Interest[] = billboardTaxonomy,
): AiResult<LeadSummary> {
  const written = leadSentences(thread);
  const { kept: sentences, left } = withoutInstructions(written);
  const name = findClientName(thread, sentences);
  const issues = issuesOf(thread, left);
  if (sentences.length === 0) {
    const automatic = thread.messages.some((message) => message.from === 'lead');
    issues.push(
      automatic
        ? 'The lead has written nothing but automatic replies.'
        : 'The lead has not written anything yet.',
    );
    return {
      value: { ...empty, priority: 'low', clientName: name?.value ?? null },
      evidence: [],
      issues,
      usage: noUsage,
    };
  }
  const language = foreignLanguage(
    sentences
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 20_000),
  );
  if (language)
    issues.unshift(`Summary limited: the messages are in ${language}. Read them before you rely on it.`);
  const evidence: Evidence[] = [];
  const cite = (field: SummaryField, found: readonly Found[]) => {
    for (const { sentence } of found)
      evidence.push({ field, messageId: sentence.message.id, quote: sentence.quote });
  };
  const recent = thread.messages.slice(-200);
  const sum = findBudget(sentences, answersAboutBudget(recent), namedByTeam(recent));
  const timeline = findTimeline(stillMeant(sentences), language !== null);
  const tone = language
    ? { sentiment: 'neutral' as const, sentence: null }
    : toneOf(sentences, teamNames(thread));
  const isNegative = tone.sentiment === 'negative';
  const isComplaint = isNegative && !asksToBuy(sentences);
  const when = isComplaint ? [] : timeline;
  const budget = isComplaint && sum?.guessed ? null : sum;
  const starts = when[0] ? startOf(when[0].value, now) : null;
  const rated = language
    ? { priority: 'medium' as const, sentences: [] }
    : priorityOf(sentences, {
        isNegative,
        negative: tone.sentence,
        budget,
        starts: starts && when[0] ? { at: starts, sentence: when[0].sentence } : null,
        now,
      });
  const interests = findInterests(sentences, taxonomy);
  const cited = new Set(
    [budget, ...when].flatMap((found) => (found ? [found.sentence] : [])).concat(tone.sentence ?? []),
  );
  const points = language ? firstPoints(sentences) : findKeyPoints(sentences, cited);
  cite('budget', budget ? [budget] : []);
  cite('timeline', when);
  cite(
    'priority',
    rated.sentences.slice(0, 3).map((sentence) => ({ value: '', sentence })),
  );
  cite('sentiment', tone.sentence ? [{ value: '', sentence: tone.sentence }] : []);
  cite('interests', interests);
  cite('keyPoints', points);
  return {
    value: {
      clientName: name?.value.slice(0, 200) ?? null,
      priority: rated.priority,
      sentiment: tone.sentiment,
      interests: interests.map(({ value }) => value.slice(0, 200)),
      budget: budget?.value ?? null,
      timeline:
        when.length === 0
          ? null
          : when
              .map(({ value }) => value)
              .join(', ')
              .slice(0, 200),
      keyPoints: points.map(({ value }) => value),
    },
    evidence,
    issues,
    usage: noUsage,
  };
}

const buying =
  /\b(?:quote|campaign for|new campaign|looking for|interested in|book another|like to book|want to book|next campaign)\b/i;

/** A complaint gives dates of what went wrong; only where they also want something new are dates plans. */
function asksToBuy(sentences: readonly Sentence[]): boolean {
  return sentences.some(({ text }) => buying.test(text));
}

/** Where the newest message calls it off, what older ones planned is no plan any more. */
function stillMeant(sentences: readonly Sentence[]): readonly Sentence[] {
  const newest = byMessage(sentences).at(-1) ?? [];
  return newest.some(({ text }) => noDeal.test(text)) ? newest : sentences;
}

function teamNames(thread: LeadThread): Set<string> {
  const names = thread.messages
    .filter((one) => one.from === 'team')
    .flatMap((one) => [
      ...(one.name ?? '').split(' '),
      flat(one.content.slice(-120)).split(' ').at(-1) ?? '',
    ]);
  return new Set(names.map((one) => one.toLowerCase()));
}

function issuesOf(thread: LeadThread, left: readonly Sentence[]): string[] {
  const issues: string[] = [];
  const lead = thread.messages.filter((message) => message.from === 'lead');
  if (left.length > 0) issues.push('A passage that gives instructions to whoever reads along was left out.');
  if (lead.some((message) => message.content.length > messageLimit))
    issues.push('Long messages were read to their first 20,000 characters.');
  const length = lead.reduce((sum, message) => sum + Math.min(message.content.length, messageLimit), 0);
  if (length > threadLimit) issues.push('The thread is long: its oldest messages were not read.');
  if (lead.some(isAutomatic)) issues.push('Automatic replies were left out.');
  return issues;
}
