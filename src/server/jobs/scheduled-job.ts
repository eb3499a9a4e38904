import { z } from 'zod';
import type { JobContext } from '../context.ts';
import { type Job, job } from './job.ts';

const nothing = z.object({});

interface ScheduledJob {
  /** `<feature>.<verb-noun>`, unique in the hub. */
  name: string;
  /** In UTC; resolution is one minute. */
  cron: string;
  retries?: number;
  run: (context: JobContext) => Promise<void>;
}

/** Declares a job that the clock starts: it belongs to no organization and is given nothing. */
export function scheduledJob({ cron, ...declaration }: ScheduledJob): Job<typeof nothing, JobContext> {
  return job<typeof nothing, JobContext>({
    ...declaration,
    scope: 'system',
    payload: nothing,
    schedule: { cron, tz: 'UTC' },
  });
}
