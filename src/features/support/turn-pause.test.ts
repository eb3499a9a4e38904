import { describe, expect, it } from 'vitest';
import { beginningPauseMs, pauseAfter, questionPauseMs } from './turn-pause.ts';

describe('the pause before an answer', () => {
  it.each(['How do I pay?', 'Preis?', 'i cannot sign in since yesterday', '料金はいくらですか？', 'Stop.'])(
    'is short after a whole question: %s',
    (text) => expect(pauseAfter(text)).toBe(questionPauseMs),
  );

  it.each(['hi', 'hello there', 'I have a', '  ok  ', 'and then'])(
    'is longer after what is likely to go on: %s',
    (text) => expect(pauseAfter(text)).toBe(beginningPauseMs),
  );
});
