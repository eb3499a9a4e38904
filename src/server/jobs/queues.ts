import type { PgBoss } from 'pg-boss';
import { DEAD_LETTERS } from './dead-letters.ts';
import type { Job } from './job.ts';

const DAY_SECONDS = 86_400;

/** Creates the queue of each job and brings its settings up to date. Asks once when nothing has changed. */
export async function declareQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!existing.has(DEAD_LETTERS)) {
    await boss.createQueue(DEAD_LETTERS, { policy: 'standard', retentionSeconds: 90 * DAY_SECONDS });
  }
  for (const job of jobs) {
    const settings = {
      retryLimit: job.retries,
      retryDelay: job.backoff.delay,
      retryDelayMax: job.backoff.max,
      retryBackoff: true,
      expireInSeconds: job.timeout,
      deadLetter: DEAD_LETTERS,
    };
    const queue = existing.get(job.name);
    if (!queue) {
      // One waiting and one running job per key.
      await boss.createQueue(job.name, {
        policy: 'stately',
        deleteAfterSeconds: 7 * DAY_SECONDS,
        ...settings,
      });
    } else if (
      queue.retryLimit !== settings.retryLimit ||
      queue.retryDelay !== settings.retryDelay ||
      queue.retryDelayMax !== settings.retryDelayMax ||
      queue.expireInSeconds !== settings.expireInSeconds
    ) {
      await boss.updateQueue(job.name, settings);
    }
  }
}

/** Stores the schedules as declared and removes those that no job declares any more. */
export async function declareSchedules(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const stored = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]));
  for (const job of jobs) {
    const before = stored.get(job.name);
    stored.delete(job.name);
    if (!job.schedule) {
      if (before) await boss.unschedule(job.name);
      continue;
    }
    const { cron, tz } = job.schedule;
    if (before?.cron === cron && before.timezone === tz) continue;
    const data = { organizationId: null, payload: job.check({}) };
    // Its own key: a firing while the last one still waits is the same job.
    await boss.schedule(job.name, cron, data, { tz, singletonKey: 'schedule' });
  }
  for (const name of stored.keys()) await boss.unschedule(name);
}
