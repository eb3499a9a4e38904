import { describe, expect, it } from 'vitest';
import { linkedText } from './linked-text.ts';

function links(content: string): (string | null)[] {
  return linkedText(content).flatMap((piece) => (piece.href === null ? [] : [piece.href]));
}

describe('what can be clicked in a message', () => {
  it('is web and email addresses, without the sentence around them', () => {
    expect(links('See https://x.test/a?b=1. Or (http://y.test/c), or write to Jane.Doe@x.test!')).toEqual([
      'https://x.test/a?b=1',
      'http://y.test/c',
      'mailto:Jane.Doe@x.test',
    ]);
  });
  it('is nothing else', () => {
    expect(links('javascript:alert(1) data:text/html,x file:///etc/passwd ftp://x.test www.x.test')).toEqual(
      [],
    );
  });
  it('loses no letter', () => {
    const content = '<a href="https://x.test/">x</a> — صباح الخير a@b.test';
    expect(
      linkedText(content)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(content);
  });
});
