import { describe, expect, it } from 'vitest';
import { repeatOnDeadlock } from './repeat-on-deadlock.ts';

function fault(code: string): Error {
  return new Error('failed query', { cause: Object.assign(new Error('database'), { code }) });
}

function failing(codes: string[]) {
  const left = [...codes];
  const work = async () => {
    work.calls += 1;
    const code = left.shift();
    if (code !== undefined) throw fault(code);
    return 'done';
  };
  work.calls = 0;
  return work;
}

describe('a transaction that the database ended for another one', () => {
  it('is run again, up to three times', async () => {
    const work = failing(['40P01', '40001', '40P01']);
    expect(await repeatOnDeadlock(work)).toBe('done');
    expect(work.calls).toBe(4);
  });

  it('fails when it never finds its way', async () => {
    const work = failing(['40P01', '40P01', '40P01', '40P01']);
    await expect(repeatOnDeadlock(work)).rejects.toThrow('failed query');
    expect(work.calls).toBe(4);
  });

  it('is not run again for any other failure', async () => {
    const work = failing(['23505']);
    await expect(repeatOnDeadlock(work)).rejects.toThrow('failed query');
    expect(work.calls).toBe(1);
  });
});
