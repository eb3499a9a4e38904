import { describe, expect, it } from 'vitest';
import { groupOf, mayChange, nextTry, postState } from './post-state.ts';

it('groups what failed or is unknown with the drafts, and what is being sent with the scheduled', () => {
  expect(postState.options.map((state) => [state, groupOf(state), mayChange(state)])).toEqual([
    ['draft', 'draft', true],
    ['scheduled', 'scheduled', true],
    ['sending', 'scheduled', false],
    ['failed', 'draft', true],
    ['unknown', 'draft', true],
    ['published', 'published', false],
  ]);
});

describe('a refusal that may pass', () => {
  const due = new Date('2026-11-28T07:00:00Z');
  const minute = 60_000;

  it('is tried five times within an hour, then not again', () => {
    let now = due;
    const tries: number[] = [];
    for (let made = 1; ; made += 1) {
      const next = nextTry(made, now, null);
      if (!next) break;
      tries.push((next.getTime() - due.getTime()) / minute);
      now = next;
    }
    expect(tries).toHaveLength(5);
    expect(tries.at(-1)).toBeLessThanOrEqual(60);
  });

  it('waits as long as the other side asked, unless that is beyond the hour', () => {
    expect(nextTry(1, due, 600)?.toISOString()).toBe('2026-11-28T07:10:00.000Z');
    expect(nextTry(1, due, 4000)).toBeNull();
    expect(nextTry(4, due, 3000)).toBeNull();
  });
});
