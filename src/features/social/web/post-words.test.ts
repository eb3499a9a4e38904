import { describe, expect, it } from 'vitest';
import { asSentence, cutText, platformNames, postAge } from './post-words.ts';

describe('the beginning of a post', () => {
  it('is one line, whole when it is short', () => {
    expect(cutText('A new board\n\nat  Anzac Parade', 60)).toBe('A new board at Anzac Parade');
    expect(cutText('x'.repeat(60), 60)).toBe('x'.repeat(60));
  });

  it('is cut after sixty characters as people count them', () => {
    expect(cutText('x'.repeat(61), 60)).toBe(`${'x'.repeat(60)}…`);
    const families = '👨‍👩‍👧‍👦'.repeat(61);
    expect(cutText(families, 60)).toBe(`${'👨‍👩‍👧‍👦'.repeat(60)}…`);
  });

  it('says that more follows when a very long text is mostly white space', () => {
    expect(cutText(`Go${' '.repeat(3000)}now`, 60)).toBe('Go…');
  });
});

describe('the age of a post', () => {
  const now = new Date('2026-12-01T00:00:00Z');
  const ago = (minutes: number) => postAge(new Date(now.getTime() - minutes * 60_000).toISOString(), now);
  it('is just now under an hour, then hours, then days', () => {
    expect([0, 59, 60, 119, 23 * 60, 24 * 60, 48 * 60 + 5].map(ago)).toEqual([
      'Just now',
      'Just now',
      '1 hour ago',
      '1 hour ago',
      '23 hours ago',
      '1 day ago',
      '2 days ago',
    ]);
  });
});

describe('names', () => {
  it('of platforms are joined as in a sentence', () => {
    expect(platformNames(['linkedin'])).toBe('LinkedIn');
    expect(platformNames(['linkedin', 'facebook', 'instagram'])).toBe('LinkedIn, Facebook and Instagram');
  });
});

describe('what to do about a fault', () => {
  it('ends with one full stop, whether it was written with one or not', () => {
    expect(asSentence('Reconnect LinkedIn')).toBe('Reconnect LinkedIn.');
    expect(asSentence('Try again later.')).toBe('Try again later.');
  });
});
