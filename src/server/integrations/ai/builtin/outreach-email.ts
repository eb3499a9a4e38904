import type { AiResult, OutreachEmailDraft, OutreachEmailInput } from '../jobs.ts';
import { outreachFacts } from '../outreach-facts.ts';
import { foreignLanguage } from './language.ts';

type Tone = OutreachEmailInput['tone'];

const subjectLimit = 78;
/** Of the organization so much is said, sentences. */
const saidOf = { short: 2, medium: 5 } as const;
/** A longer sentence of the summary, characters, is not fit for a few lines. */
const longestQuote = 160;

const greetings: Record<Tone, (name: string) => string> = {
  friendly: (name) => `Hello ${name} team,`,
  formal: (name) => `Dear ${name} team,`,
  direct: () => 'Hello,',
};
const openings: Record<Tone, (organization: string) => string> = {
  friendly: (organization) => `I am writing to you from ${organization}.`,
  formal: (organization) => `I am writing to you on behalf of ${organization}.`,
  direct: (organization) => `This is a short note from ${organization}.`,
};
const questions: Record<Tone, (name: string) => string> = {
  friendly: (name) => `Would you be open to a short chat about whether this could be useful for ${name}?`,
  formal: (name) => `May I ask whether a short conversation would be of interest to ${name}?`,
  direct: (name) => `Is this of interest to ${name}? A short yes or no is enough.`,
};
const referrals: Record<Tone, string> = {
  friendly: 'If a colleague of yours looks after this, I would be glad to hear whom I may ask.',
  formal: 'Should a colleague of yours be responsible for this, I would be grateful to be told whom to ask.',
  direct: 'If somebody else looks after this, please tell me who.',
};
const closings: Record<Tone, string> = {
  friendly: 'Best wishes,',
  formal: 'Yours sincerely,',
  direct: 'Kind regards,',
};

/** The subject by rules, also for a draft of a model whose own does not stand. */
export function outreachSubject(input: OutreachEmailInput): string {
  const { businessName } = outreachFacts(input);
  const organization = input.organization.name.replaceAll(/\p{Cc}+/gu, ' ').trim();
  const choices = [
    `A question for ${businessName} from ${organization}`,
    `A question for ${businessName}`,
    `A question from ${organization}`,
  ];
  return choices.find((subject) => subject.length <= subjectLimit) ?? 'A short question';
}

/**
 * An email from the given facts alone: what the organization approved, word by word, what is known of the business in
 * the words of its record, and a question. The same input gives the same text.
 */
export function draftOutreachByRules(input: OutreachEmailInput): AiResult<OutreachEmailDraft> {
  const { tone, length, approvedSentences, signs } = input;
  const { businessName, industry, summary, hasOrders } = outreachFacts(input);
  const organization = input.organization.name.replaceAll(/\p{Cc}+/gu, ' ').trim();
  const issues = ['Draft from the given facts by built-in rules: it knows nothing else.'];
  const said = approvedSentences
    .slice(0, saidOf[length])
    .map((sentence) => (/[.!?…]$/u.test(sentence.trim()) ? sentence.trim() : `${sentence.trim()}.`));
  if (said.length === 0)
    issues.push(
      'It says nothing about what you do: no sentences about your organization are approved. An admin can add some in the settings of Outreach.',
    );
  const quote = summary.find(isFit);
  if (quote !== undefined)
    issues.push(`It repeats your summary: “${quote}” Check that it is fit for them to read.`);
  else if (summary.length > 0) issues.push('Nothing of the summary was fit to be repeated to them.');
  if (hasOrders)
    issues.push('The summary or industry gives orders to whoever writes the email. That part was not used.');
  const about = [
    industry === '' ? '' : `I am asking because of your work in this field: ${withoutEnd(industry)}.`,
    quote === undefined ? '' : `What I know of you so far: ${quote}`,
  ].filter(Boolean);
  const paragraphs = [
    greetings[tone](businessName),
    [openings[tone](organization), ...said].join(' '),
    about.join(' '),
    [questions[tone](businessName), ...(length === 'medium' ? [referrals[tone]] : [])].join(' '),
    signs === null ? '' : `${closings[tone]}\n${signs}`,
  ];
  return {
    value: { subject: outreachSubject(input), content: paragraphs.filter(Boolean).join('\n\n') },
    evidence: [],
    issues,
    usage: { in: 0, out: 0, estimated: false },
  };
}

/** A whole English sentence without links, addresses or words that nobody writes to the one they are about. */
function isFit(sentence: string): boolean {
  return (
    sentence.length >= 15 &&
    sentence.length <= longestQuote &&
    /[.!]$/u.test(sentence) &&
    !/@|:\/\/|www\.|\b[\p{L}\p{N}-]+\.\p{L}{2,}\b|[<>{}[\]]/iu.test(sentence) &&
    !/\b(?:difficult|rude|angry|bad|poor|cheap|lazy|late|debts?|bankrupt\w*|complain\w*|lawsuit|avoid|careful|warning|internal|private|confidential|owner|wife|husband|divorced?|sick|ill|old|fat|ugly|stupid|fraud\w*)\b/i.test(
      sentence,
    ) &&
    foreignLanguage(sentence) === null
  );
}

function withoutEnd(text: string): string {
  return text.replace(/[\s.,;:!?]+$/u, '');
}
