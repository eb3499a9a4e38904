import { describe, expect, it } from 'vitest';
import { sampleCalls, sampleFigures } from './sample-calls.ts';

describe('the sample calls', () => {
  it('show the fixed figures of the specification', () => {
    expect(sampleFigures.map(({ value }) => value)).toEqual(['24', '18', '6', '3:45', '75%']);
  });

  it('use only numbers that are kept free for fiction', () => {
    const reserved = /^(0491 570 (006|15[6-9])|0[2378] 5550 \d{4})$/;
    expect(sampleCalls.map(({ number }) => number).filter((number) => !reserved.test(number))).toEqual([]);
  });

  it('have a length exactly where somebody spoke', () => {
    for (const { status, duration } of sampleCalls) expect(duration === null).toBe(status === 'missed');
  });
});
