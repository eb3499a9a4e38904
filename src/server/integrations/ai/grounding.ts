import { withoutInstructions } from './builtin/instructions.ts';
import { flat, leadSentences, messageLimit } from './builtin/sentences.ts';
import type { AiResult, Evidence, LeadSummary, LeadThread } from './jobs.ts';

/** Numbers of a text with their thousands put together: '12k' and '12,000' are the same. */
function numbersIn(text: string): string[] {
  return [...text.toLowerCase().matchAll(/\d[\d,.' ]*\d|\d/g)].map(([found]) =>
    found.replace(/[^\d]/g, '').replace(/0{3}$/, ''),
  );
}

/**
 * Holds an engine's answer against the thread: a quote must stand in the lead's own words of the message it names (what gives instructions to the reader is none), and
 * the numbers of budget and timeline must stand in their quote. Budget and timeline without such a quote are dropped,
 * as are key points with numbers that nobody wrote; each with an issue.
 */
export function groundSummary(thread: LeadThread, result: AiResult<LeadSummary>): AiResult<LeadSummary> {
  const own = new Map<string, string>();
  for (const { message, text } of withoutInstructions(leadSentences(thread)).kept)
    own.set(message.id, `${own.get(message.id) ?? ''} ${text}`.toLowerCase());
  const stands = ({ messageId, quote }: Evidence): boolean => {
    const words = flat(quote).toLowerCase();
    return words.length > 0 && (own.get(messageId)?.includes(words) ?? false);
  };
  const evidence = result.evidence.filter(stands);
  const issues = [...result.issues];
  const value = {
    ...result.value,
    interests: [...result.value.interests],
    keyPoints: [...result.value.keyPoints],
  };
  for (const field of ['budget', 'timeline'] as const) {
    const said = value[field];
    if (said === null) continue;
    const quotes = evidence.filter((one) => one.field === field).map(({ quote }) => quote);
    const known = new Set(quotes.flatMap(numbersIn));
    if (quotes.length > 0 && numbersIn(said).every((number) => known.has(number))) continue;
    value[field] = null;
    issues.push(`The ${field} was left out: no words of the lead say it.`);
  }
  const everywhere = new Set(
    thread.messages.flatMap(({ content, forwarded }) =>
      numbersIn(`${content.slice(0, messageLimit)} ${(forwarded ?? '').slice(0, messageLimit)}`),
    ),
  );
  const points = value.keyPoints.filter((point) =>
    numbersIn(point).every((number) => everywhere.has(number)),
  );
  if (points.length < value.keyPoints.length)
    issues.push('A key point with a number that nobody wrote was left out.');
  const kept = evidence.filter(
    ({ field }) => (field !== 'budget' && field !== 'timeline') || value[field] !== null,
  );
  return { ...result, value: { ...value, keyPoints: points }, evidence: kept, issues };
}

/** Numbers, links and addresses of a draft that the thread does not hold, for the person who checks it. */
export function inventedIn(draft: string, thread: LeadThread, known: string): string[] {
  const all =
    `${thread.messages.map(({ content, forwarded, subject }) => `${subject} ${content} ${forwarded ?? ''}`).join(' ')} ${known}`.toLowerCase();
  const numbers = new Set(numbersIn(all));
  const links = draft.match(/https?:\/\/\S+|[\w.+-]{1,64}@[\w.-]{1,190}/g) ?? [];
  const prose = draft.replace(/https?:\/\/\S+|[\w.+-]{1,64}@[\w.-]{1,190}/g, ' ');
  return [
    ...links.filter((link) => !all.includes(link.toLowerCase())),
    ...numbersIn(prose).filter((number) => !numbers.has(number)),
  ];
}
