import type { AiResult, ReplyDraft, ReplyDraftInput } from '../jobs.ts';
import { withoutInstructions } from './instructions.ts';
import { leadSentences } from './sentences.ts';
import { summariseByRules } from './summarise.ts';

const questionLimit = 4;
const questionLength = 240;

/**
 * A reply that restates what the lead asked and said, and promises nothing: no price, no date, no availability that is
 * not in their own words. The person who sends it writes the answers.
 */
export function draftReplyByRules({ thread, sender }: ReplyDraftInput, now: Date): AiResult<ReplyDraft> {
  const { value, issues } = summariseByRules(thread, now);
  const newest = thread.messages.findLast((message) => message.from === 'lead' && !message.automatic);
  const own = withoutInstructions(leadSentences({ messages: newest ? [newest] : [] })).kept;
  const questions = own
    .filter(({ text }) => text.endsWith('?') && text.length <= questionLength)
    .slice(0, questionLimit);
  const facts = [
    ['What you are interested in', value.interests.join(', ')],
    ['Budget', value.budget],
    ['Timing', value.timeline],
  ].filter(([, fact]) => fact);
  const first = value.clientName?.split(' ')[0];
  const paragraphs = [
    first ? `Hi ${first},` : 'Hello,',
    value.sentiment === 'negative'
      ? 'Thank you for telling us. I am sorry about the trouble. I am looking into it.'
      : 'Thank you for your message.',
    questions.length > 0 ? `You asked:\n${questions.map(({ text }) => `- ${text}`).join('\n')}` : null,
    facts.length > 0 && value.sentiment !== 'negative'
      ? `So that I get it right, this is what I noted:\n${facts.map(([label, fact]) => `- ${label}: ${fact}`).join('\n')}`
      : null,
    questions.length > 0
      ? 'I will answer each point in this thread.'
      : 'Please tell me if anything is missing, and I will come back to you in this thread.',
    ['Kind regards,', sender.name, sender.organization].filter(Boolean).join('\n'),
  ];
  const subject = newest?.subject.replace(/[\r\n]+/g, ' ').trim() ?? '';
  return {
    value: {
      subject: (/^re:/i.test(subject) ? subject : `Re: ${subject || 'Your enquiry'}`)
        .slice(0, 200)
        .toWellFormed(),
      content: paragraphs.filter((part) => part !== null).join('\n\n'),
    },
    evidence: questions.map((sentence) => ({
      field: 'keyPoints' as const,
      messageId: sentence.message.id,
      quote: sentence.quote,
    })),
    issues: [
      'Draft by built-in rules: it repeats what the lead wrote. Add the answers before you send it.',
      ...issues,
    ],
    usage: { in: 0, out: 0, estimated: false },
  };
}
