import { describe, expect, it } from 'vitest';
import { askedPart, measureWords } from './asked-part.ts';

describe('a longer message', () => {
  it('asks with one sentence', () => {
    expect(askedPart('Hello! We are a bakery.\nI would like to know who prints. Thanks a lot')).toBe(
      'I would like to know who prints.',
    );
    expect(askedPart('hi\ndo you print')).toBe('do you print');
  });

  it('asks as a whole when several sentences ask, or there is only one', () => {
    for (const message of ['Do you print? And do you deliver?', 'how long does it take', 'Printing.', ''])
      expect(askedPart(message), message).toBeNull();
  });

  it('names the measure that is asked for', () => {
    expect(measureWords('How LONG is it, and how often?')).toEqual(['long', 'often']);
    expect(measureWords('is it a long way')).toEqual([]);
  });
});
