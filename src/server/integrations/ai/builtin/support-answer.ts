import type { AiResult, SupportAnswer, SupportInput, SupportPassage } from '../jobs.ts';
import {
  asksForPerson,
  asksWhoAnswers,
  isCourtesy,
  phraseLanguage,
  supportPhrases,
} from './support-phrases.ts';

/** So much of the question must stand in a passage before it is given as the answer. */
const enough = 0.55;
/** And so far must it lead each passage of another article, also one that stands after it because it does not say what is asked. */
const lead = 1.4;
/** Below this a passage is not even suggested. */
const related = 0.3;

/**
 * Answers with a whole passage, word by word, where one fits clearly; names what may be meant where it does not; offers a
 * person where nothing fits. Says nothing that does not stand in an article, apart from the assistant's own sentences.
 */
export function answerByRules({ question, passages, language }: SupportInput): AiResult<SupportAnswer> {
  const say = supportPhrases[phraseLanguage(question, language)];
  if (asksForPerson(question)) return result(handoff(say.person, 'A person was asked for.'));
  if (asksWhoAnswers(question) || isCourtesy(question))
    return result({ action: 'clarify', text: say.clarify, citations: [], handoffReason: null });
  const [best, ...others] = passages;
  if (!best || best.coverage < related) return result(handoff(say.handoff, 'No article fits the question.'));
  const rivals = others.filter(({ articleId }) => articleId !== best.articleId);
  const [next] = rivals;
  if (best.coverage >= enough && rivals.every(({ score }) => best.score >= lead * score))
    return result({ action: 'answer', text: best.text, citations: [quoteOf(best)], handoffReason: null });
  const suggested = [best, ...(next && next.coverage >= related ? [next] : [])];
  return result({
    action: 'suggest',
    text: say.suggest,
    citations: suggested.map(quoteOf),
    handoffReason: null,
  });
}

function result(value: SupportAnswer): AiResult<SupportAnswer> {
  return { value, evidence: [], issues: [], usage: { in: 0, out: 0, estimated: false } };
}

function handoff(text: string, handoffReason: string): SupportAnswer {
  return { action: 'handoff', text, citations: [], handoffReason };
}

const quoteOf = ({ id, text }: SupportPassage) => ({ passageId: id, quote: text });
