import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { atMostEvery } from './at-most-every.ts';

describe('a flood of wishes', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('runs at once, then once per pause, and once after the last wish', async () => {
    let runs = 0;
    const wish = atMostEvery(1000, async () => {
      runs += 1;
    });
    for (let at = 0; at < 2500; at += 100) {
      wish();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(runs).toBe(3);
    await vi.advanceTimersByTimeAsync(5000);
    expect(runs).toBe(4);
    wish();
    await vi.advanceTimersByTimeAsync(0);
    expect(runs).toBe(5);
  });

  it('waits for a slow run and goes on after a failed one', async () => {
    let runs = 0;
    let running = 0;
    let most = 0;
    const wish = atMostEvery(100, async () => {
      runs += 1;
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      running -= 1;
      throw new Error('no answer');
    });
    wish();
    await vi.advanceTimersByTimeAsync(500);
    wish();
    wish();
    await vi.advanceTimersByTimeAsync(3000);
    expect([runs, most]).toEqual([2, 1]);
  });
});
