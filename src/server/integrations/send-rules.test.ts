import { describe, expect, it } from 'vitest';
import { nextOpening, nextTry, refusalWords } from './send-rules.ts';

const weekdays = { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' };

describe('the send window', () => {
  it.each([
    // Friday 10:00 in Sydney.
    ['2026-11-26T23:00:00.000Z', '2026-11-26T23:00:00.000Z'],
    // Friday 17:00: Monday 9:00.
    ['2026-11-27T06:00:00.000Z', '2026-11-29T22:00:00.000Z'],
    // The weekend in which summer time begins there: Monday 9:00 is an hour earlier in UTC.
    ['2026-10-02T23:00:00.000Z', '2026-10-04T22:00:00.000Z'],
  ])('from %s opens at %s', (now, opens) => {
    expect(nextOpening(weekdays, 'Australia/Sydney', new Date(now))?.toISOString()).toBe(opens);
  });

  it('that has no day never opens', () => {
    expect(nextOpening({ ...weekdays, days: [] }, 'UTC', new Date(0))).toBeNull();
  });
});

describe('tries', () => {
  it('grow apart and end', () => {
    const now = new Date(0);
    expect([1, 2, 8, 9].map((tries) => nextTry(tries, now)?.getTime() ?? null)).toEqual([
      60_000,
      120_000,
      7_200_000,
      null,
    ]);
  });
});

describe('a refusal in words', () => {
  it.each([
    [550, '550 5.1.1 unknown', 'The address does not exist at the receiving server: “550 5.1.1 unknown”.'],
    [535, '535 no', 'The mail server refused the sign-in of the mail account: “535 no”. Check'],
    [552, '552 big', 'The mail is too large for the server: “552 big”.'],
    [554, '554 5.7.1 spam', 'The mail server does not let this mail through: “554 5.7.1 spam”.'],
    [554, '554 no', 'The mail server did not take it: “554 no”.'],
    [null, 'No mail server is set up.', 'No mail server is set up.'],
  ])('%s %s', (code, words, said) => {
    expect(refusalWords(code, words)).toContain(said);
  });
});
