import { flat } from './builtin/sentences.ts';
import { asksForPerson, phraseLanguage, supportPhrases } from './builtin/support-phrases.ts';
import type { AiResult, SupportAnswer, SupportInput } from './jobs.ts';
import { asksBack, heldBySources } from './support-claims.ts';
import { quoteIn, wholeSentences } from './support-quote.ts';

/**
 * Holds an engine's answer against the passages that were found: a citation must name one of them and quote words that
 * stand there, and what an answer states must stand in what it cites, also where the visitor said it first. An answer that does not
 * stand becomes a hand-off, and says why in its issues. Around citations and at a hand-off only the assistant's own
 * sentences are said, so that an engine which was talked into something has no other place to say it. In another language
 * than that of the articles nothing shows that its words stand there: then the articles' own sentences are suggested.
 */
export function groundSupport(
  input: SupportInput,
  { value, ...rest }: AiResult<SupportAnswer>,
): AiResult<SupportAnswer> {
  const say = supportPhrases[phraseLanguage(input.question, input.language)];
  const handoff = (text: string, reason: string, ...issues: string[]): AiResult<SupportAnswer> => ({
    ...rest,
    value: { action: 'handoff', text, citations: [], handoffReason: reason },
    issues: [...rest.issues, ...issues],
  });
  if (asksForPerson(input.question)) return handoff(say.person, 'A person was asked for.');
  if (value.action === 'handoff')
    return handoff(say.handoff, value.handoffReason ?? 'No article fits the question.');
  const text = flat(value.text);
  if (value.action === 'clarify') {
    return {
      ...rest,
      value: {
        ...value,
        text: asksBack(text, input) ? text : say.clarify,
        citations: [],
        handoffReason: null,
      },
    };
  }
  const citations = value.citations.flatMap(({ passageId, quote }) => {
    const passage = input.passages.find(({ id }) => id === passageId);
    const words = passage ? quoteIn(passage.text, quote) : null;
    return passage && words !== null ? [{ passage, words }] : [];
  });
  if (citations.length === 0 || text === '')
    return handoff(
      say.handoff,
      'The answer rested on no article.',
      'An answer without an article that says so was not used.',
    );
  const whole = citations.map(({ passage, words }) => ({
    passageId: passage.id,
    quote: wholeSentences(passage.text, words),
  }));
  const suggest = (words: string): AiResult<SupportAnswer> => ({
    ...rest,
    value: { action: 'suggest', text: words, citations: whole, handoffReason: null },
  });
  if (value.action === 'suggest') return suggest(say.suggest);
  const held = heldBySources(
    text,
    citations.map(({ passage, words }) => ({ title: passage.title, text: passage.text, quote: words })),
    input,
  );
  if (held === null)
    return handoff(
      say.handoff,
      'The answer said more than the articles.',
      'An answer with a number, name, date, link, address, promise or statement that its articles do not hold was not used.',
    );
  if (held.isTranslated)
    return suggest([say.quoted, ...new Set(whole.map(({ quote }) => quote))].join('\n\n'));
  const cited = citations.map(({ passage, words }) => ({ passageId: passage.id, quote: words }));
  return { ...rest, value: { action: 'answer', text: held.text, citations: cited, handoffReason: null } };
}
