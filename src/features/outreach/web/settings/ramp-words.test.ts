import { describe, expect, it } from 'vitest';
import { rampWords } from './ramp-words.ts';

describe('what a ramp means', () => {
  it('is said for the first days and until the cap', () => {
    expect(rampWords(20, 10, 100)).toBe(
      'At most 20 on the day of the first email, then 30, 40, 50 on the days after. The cap of 100 is reached on day 9.',
    );
    expect(rampWords(20, 50, 100)).toContain(
      'then 70, 100, 100 on the days after. The cap of 100 is reached on day 3.',
    );
  });

  it('says that it does not end without a cap, and that a lower cap wins', () => {
    expect(rampWords(20, 10, null)).toContain('It grows on without an end');
    expect(rampWords(20, 10, 15)).toBe(
      'The cap of 15 a day is below that already, so it begins with 15 and stays there.',
    );
  });

  it('is not said of numbers that are none', () => {
    expect(rampWords(Number.NaN, 10, null)).toBeNull();
    expect(rampWords(20, 0, null)).toBeNull();
  });
});
