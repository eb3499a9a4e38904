import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { InvalidPayload, type Job, job } from './job.ts';
import { createJobRunner } from './runner.ts';

const plain = {
  name: 'leads.score',
  scope: 'organization' as const,
  payload: z.strictObject({ leadId: z.string() }),
  run: async () => {},
};

function runnerOf(jobs: Job[]) {
  return createJobRunner({
    jobs,
    executeSql: () => Promise.reject(new Error('no database')),
    backend: 'embedded',
    makeContext: () => null,
    logger: { info: () => {}, warn: () => {}, error: () => {} },
    role: 'all',
  });
}

describe('job declarations', () => {
  it('of one name stop the start', () => {
    expect(() => runnerOf([job(plain), job(plain)])).toThrow('Two jobs are called leads.score.');
  });

  it('with a schedule must belong to no organization', () => {
    const scheduled = job({ ...plain, schedule: { cron: '* * * * *', tz: 'UTC' } });
    expect(() => runnerOf([scheduled])).toThrow('scope system');
  });

  it('check what is enqueued and say what is wrong with it', () => {
    expect(job(plain).check({ leadId: 'l1' })).toEqual({ leadId: 'l1' });
    const stored: unknown = { leadId: 7 };
    const check = () =>
      job(plain).execute(null, stored, { attempt: 1, signal: new AbortController().signal });
    return expect(check()).rejects.toThrow(InvalidPayload);
  });

  it('cannot be enqueued before the runner has started', () => {
    const score = job(plain);
    const runner = runnerOf([score]);
    const enqueue = runner.enqueue(
      async () => ({ rows: [] }),
      score,
      { leadId: 'l1' },
      { organizationId: null },
    );
    return expect(enqueue).rejects.toThrow('has not started');
  });
});
