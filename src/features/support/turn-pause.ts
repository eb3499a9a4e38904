/** Milliseconds before the assistant answers what looks like a whole question. */
export const questionPauseMs = 150;
/** And a beginning, such as 'hello' or half a sentence: more is likely to follow. */
export const beginningPauseMs = 1500;
/** After the latest sign that the visitor goes on writing. */
export const typingPauseMs = 2000;
/** However long the visitor goes on, the assistant waits no longer than this after the latest message. */
export const longestPauseMs = 15_000;
/** Words from which a text without a question mark counts as whole. */
const wholeWords = 4;

/**
 * How long the assistant waits for more before it answers, milliseconds: quick messages after each other are one question.
 */
export function pauseAfter(text: string): number {
  const said = text.trim();
  const words = said.split(/\s+/u).length;
  // Languages without blanks between words are told by their length.
  const whole = /[?？؟!.。]$/u.test(said) || words >= wholeWords || (words === 1 && said.length > 25);
  return whole ? questionPauseMs : beginningPauseMs;
}
