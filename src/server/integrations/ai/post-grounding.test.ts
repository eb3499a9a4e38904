import { describe, expect, it } from 'vitest';
import { fastest } from '#server/testing/fastest.ts';
import { cutAtSentence, hashtagsOf, limitHashtags } from './post-form.ts';
import { inventedInPost } from './post-grounding.ts';

describe('what a post says beyond its brief', () => {
  it.each([
    ['20% off', 'a sale', ['20']],
    ['50,000 people pass', '50 shops', ['50,000']],
    ['50k people pass', '50,000 people', []],
    ['1.5 million views', '1,500,000 views', []],
    ['6 m wide', '6m wide', []],
    ['until 11pm', 'until 11 pm', []],
    ['call 0299991234', 'call 02 9999 1234', []],
    ['call 02 9999 1235', 'call 02 9999 1234', ['02 9999 1235']],
    ['see https://www.a.example/x.', 'see a.example/x', []],
    ['see https://a.example.evil.example', 'see https://a.example', ['https://a.example.evil.example']],
    ['write to x@a.example', 'write to y@a.example', ['x@a.example']],
    ['thanks @ferries', 'thanks ferries', ['@ferries']],
    ['𝟓𝟎% off', 'a sale', ['50']],
    ['٥٠ off', 'only 50', []],
    ['1st of July', 'July 1', []],
  ])('"%s" of "%s"', (draft, brief, invented) => {
    expect(inventedInPost(draft, brief).map(({ said }) => said)).toEqual(invented);
  });

  it('is named with its sentence, each once and at most 20', () => {
    expect(inventedInPost('A new board. It costs $1,450 now. $1,450!', 'A board')).toEqual([
      { said: '1,450', sentence: 'It costs $1,450 now.' },
    ]);
    const many = Array.from({ length: 40 }, (_, at) => `${at + 100} boards.`).join(' ');
    expect(inventedInPost(many, '')).toHaveLength(20);
  });

  it('is found in bounded time', () => {
    const used = fastest(() => {
      for (const part of ['a-', 'a.', '1 ', '1,', '@a', '9 (', 'x@x'])
        inventedInPost(part.repeat(12_000 / part.length), part.repeat(1000));
    });
    expect(used).toBeLessThan(3000);
  });
});

describe('the form of a post', () => {
  it('keeps five hashtags, drops those of a line of hashtags and leaves words in a sentence', () => {
    expect(limitHashtags('We #love it\n\n#a #b #c #d #e #f')).toBe('We #love it\n\n#a #b #c #d');
    expect(limitHashtags('#a #b #c #d #e\n\nand #six too')).toBe('#a #b #c #d #e\n\nand six too');
    expect(hashtagsOf('see https://x.example/#part and a&#b')).toEqual([]);
  });

  it('is cut after a sentence, else after a word', () => {
    expect(cutAtSentence('One is here. Two is there. Three.', 27)).toBe('One is here. Two is there.');
    expect(cutAtSentence('words that do not end', 12)).toBe('words that…');
    expect(cutAtSentence('x'.repeat(20), 10)).toBe(`${'x'.repeat(9)}…`);
    expect(cutAtSentence(`${'x'.repeat(8)}👍👍`, 10)).toBe(`${'x'.repeat(8)}…`);
    expect(cutAtSentence('short', 10)).toBe('short');
  });
});
