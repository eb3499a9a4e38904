import { describe, expect, it } from 'vitest';
import { stepOf, typedCode } from './time-codes.ts';

/** The key of RFC 6238 appendix B, '12345678901234567890', in base32. */
const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes of an authenticator', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
  ])('are the last six digits of RFC 6238 appendix B at %i', (seconds, code, step) => {
    expect(stepOf(key, code, new Date(seconds * 1000))).toBe(step);
  });

  it('are taken a step early or late, and no further', () => {
    const at = (seconds: number) => stepOf(key, '081804', new Date((1_111_111_080 + seconds) * 1000));
    expect([-30, 0, 29, 30, 59].map(at)).toEqual(Array(5).fill(37_037_036));
    expect([-31, 60].map(at)).toEqual([null, null]);
  });

  it('are typed with blanks or without', () => {
    expect(['287 082', '287082', ' 2 8 7 0 8 2 ', '287-082'].map(typedCode)).toEqual(Array(4).fill('287082'));
    expect(['28708', '2870822', 'abcdef', ''].map(typedCode)).toEqual([null, null, null, null]);
  });
});
