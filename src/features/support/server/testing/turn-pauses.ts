import type * as turnPause from '#features/support/turn-pause.ts';

/** Milliseconds that the assistant waits for more words after a question and after the beginning of one; a test sets them. */
export const pauses = { question: 150, beginning: 60_000 };

/** The module of the pauses with those of `pauses`, for `vi.mock`. */
export async function withPauses(original: <T>() => Promise<T>): Promise<typeof turnPause> {
  const real = await original<typeof turnPause>();
  const pauseAfter = (text: string): number =>
    real.pauseAfter(text) === real.questionPauseMs ? pauses.question : pauses.beginning;
  return { ...real, pauseAfter };
}
