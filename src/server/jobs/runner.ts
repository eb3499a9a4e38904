import { randomUUID } from 'node:crypto';
import { PgBoss } from 'pg-boss';
import * as z from 'zod';
import { DEAD_LETTERS, type DeadLetter, readDeadLetters } from './dead-letters.ts';
import { DoNotRetry, type EnqueueOptions, InvalidPayload, type Job } from './job.ts';
import { JOB_SCHEMA } from './job-schema.ts';
import { JobPoller } from './poller.ts';
import { declareQueues, declareSchedules } from './queues.ts';
import type { ExecuteSql } from './sql-executor.ts';

export interface JobLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface JobRunnerOptions<Context> {
  /** Every job of the hub. Two of one name stop the start. */
  jobs: readonly Job<z.ZodType, Context>[];
  /** Runs SQL as the owner of the job schema, outside any transaction. */
  executeSql: ExecuteSql;
  backend: 'embedded' | 'postgres';
  /**
   * What a job runs with: the organization's context, or the system's for null. Gives null for an organization that is
   * gone: its job ends without being run.
   */
  makeContext(organizationId: string | null): Context | null | Promise<Context | null>;
  logger: JobLogger;
  /** `web` only enqueues; `worker` and `all` also run jobs and schedules. */
  role: 'all' | 'web' | 'worker';
  /** How often to look for due jobs, in milliseconds. Default 2,000. */
  pollIntervalMs?: number;
}

/** What a queue row holds. The organization lies beside the payload, so that no payload can name another one. */
const envelope = z.strictObject({ organizationId: z.uuid().nullable(), payload: z.unknown() });
type Envelope = z.infer<typeof envelope>;

/** In-flight jobs get this long to finish when the process stops; then they are given back to the queue. */
const STOP_LIMIT_MS = 8_000;
const POLL_INTERVAL_MS = 2_000;
/** The poller wakes workers; their own polling is only the backstop, so that thirty idle queues cost nothing. */
const WORKER_POLL_SECONDS = 60;
const DAY_SECONDS = 86_400;

/** Runs the declared jobs on pg-boss. Made by `createJobRunner`. */
export class JobRunner<Context> {
  readonly #options: JobRunnerOptions<Context>;
  readonly #boss: PgBoss;
  readonly #poller: JobPoller;
  #started = false;

  constructor(options: JobRunnerOptions<Context>) {
    assertDeclarations(options.jobs);
    this.#options = options;
    const { executeSql, backend, logger } = options;
    const works = options.role !== 'web';
    this.#boss = new PgBoss({
      db: { executeSql: rowsOrError(executeSql) },
      schema: JOB_SCHEMA,
      backend: backend === 'embedded' ? 'pglite' : 'postgres',
      migrate: false,
      supervise: works,
      schedule: works,
      registerInstance: false,
      openTelemetry: { enabled: false },
      // Both ask what an embedded database does not have: background vacuum and concurrent index builds.
      monitorVacuum: backend === 'postgres',
      reindex: backend === 'postgres',
      // Flows (jobs that wait for jobs) are not used; the default asks for them every five seconds.
      flowIntervalSeconds: DAY_SECONDS,
    });
    this.#boss.on('error', (error) => logger.error({ err: error }, 'the job queue reports an error'));
    this.#boss.on('warning', (warning) => logger.warn({ warning }, 'the job queue reports a warning'));
    this.#poller = new JobPoller({
      executeSql,
      names: options.jobs.map(({ name }) => name),
      intervalMs: options.pollIntervalMs ?? POLL_INTERVAL_MS,
      wake: (name) => this.notify(name),
      report: (error) => logger.error({ err: error }, 'looking for due jobs failed'),
    });
  }

  /** Needs the schema of `ensureJobSchema`. Nothing can be enqueued before; jobs run from now on, except in role `web`. */
  async start(): Promise<void> {
    await this.#boss.start();
    await declareQueues(this.#boss, this.#options.jobs);
    if (this.#options.role !== 'web') {
      await declareSchedules(this.#boss, this.#options.jobs);
      for (const each of this.#options.jobs) await this.#work(each);
      this.#poller.start();
    }
    this.#started = true;
  }

  /** Takes no further job, lets those in flight finish within 8 seconds and gives the rest back to the queue. */
  async stop(): Promise<void> {
    this.#started = false;
    await this.#poller.stop();
    await this.#boss.stop({ graceful: true, timeout: STOP_LIMIT_MS, close: false });
  }

  /**
   * Stores a job through `executor`; bound to an open transaction, the job exists exactly if that commits.
   * Call `notify` after the commit, else the job waits for the next look at the queue (2 s).
   * @returns the job's id, or null when one of the same key already waits.
   * @throws InvalidPayload
   */
  async enqueue<Schema extends z.ZodType>(
    executor: ExecuteSql,
    job: Job<Schema, Context>,
    payload: z.input<Schema>,
    // The organization that the job runs as; null for scope `system`.
    options: EnqueueOptions & { organizationId: string | null },
  ): Promise<string | null> {
    if (!this.#started) throw new Error('The job queue has not started.');
    if (!this.#options.jobs.some((each) => each.name === job.name)) {
      throw new Error(`The job ${job.name} is in no manifest.`);
    }
    if ((job.scope === 'organization') !== (options.organizationId !== null)) {
      throw new Error(`The job ${job.name} has scope ${job.scope}: the organization does not fit.`);
    }
    const data = envelope.parse({ organizationId: options.organizationId, payload: job.check(payload) });
    return this.#boss.send(job.name, data, {
      db: { executeSql: rowsOrError(executor) },
      // Every queue holds at most one waiting job per key, so jobs without one need a key each.
      singletonKey: options.key === undefined ? randomUUID() : `${options.organizationId}:${options.key}`,
      ...(options.organizationId === null ? {} : { group: { id: options.organizationId } }),
      ...(options.startAfter ? { startAfter: options.startAfter } : {}),
    });
  }

  /** Looks for jobs of this name at once; for use after a commit, also of another process. Unknown names do nothing. */
  notify(jobName: string): void {
    for (const worker of this.#boss.getWipData()) {
      if (worker.name === jobName) this.#boss.notifyWorker(worker.id);
    }
  }

  /** Jobs that failed for good, newest first. */
  listDeadLetters(organizationId: string | null, limit = 100): Promise<DeadLetter[]> {
    return readDeadLetters(this.#options.executeSql, { organizationId }, limit);
  }

  /** Those of every organization and of the system, for the operator, newest first. */
  listAllDeadLetters(limit = 100): Promise<DeadLetter[]> {
    return readDeadLetters(this.#options.executeSql, 'all', limit);
  }

  /** Puts a dead letter of this organization back into its queue. False when there is no such dead letter. */
  async retryDeadLetter(organizationId: string | null, id: string): Promise<boolean> {
    const moved = await this.#boss.redrive(DEAD_LETTERS, { ids: [id], data: { organizationId } });
    return moved > 0;
  }

  async #work(job: Job<z.ZodType, Context>): Promise<void> {
    const settings = {
      perJobResults: true,
      includeMetadata: true,
      pollingIntervalSeconds: WORKER_POLL_SECONDS,
      localConcurrency: job.concurrency,
      localGroupConcurrency: 1,
    } as const;
    await this.#boss.work<unknown, unknown, typeof settings>(job.name, settings, async (batch) => {
      const results = [];
      for (const each of batch) {
        const run = { attempt: each.retryCount + 1, signal: each.signal };
        results.push({ id: each.id, ...(await this.#run(job, each.data, run)) });
      }
      return results;
    });
  }

  async #run(job: Job<z.ZodType, Context>, data: unknown, run: { attempt: number; signal: AbortSignal }) {
    try {
      const { organizationId, payload } = readEnvelope(job, data);
      const context = await this.#options.makeContext(organizationId);
      if (context === null) return { status: 'completed' as const };
      await job.execute(context, payload, run);
      return { status: 'completed' as const };
    } catch (error) {
      const hopeless = error instanceof InvalidPayload || error instanceof DoNotRetry;
      this.#options.logger.error({ err: error, job: job.name, attempt: run.attempt }, 'a job failed');
      const message = error instanceof Error ? error.message : String(error);
      return { status: hopeless ? ('deadletter' as const) : ('failed' as const), output: { message } };
    }
  }
}

/** Refuses wrong declarations at once; nothing touches the database before `start`. */
export function createJobRunner<Context>(options: JobRunnerOptions<Context>): JobRunner<Context> {
  return new JobRunner(options);
}

function assertDeclarations(jobs: readonly Job[]): void {
  const names = new Set<string>();
  for (const { name, schedule, scope } of jobs) {
    if (names.has(name)) throw new Error(`Two jobs are called ${name}.`);
    if (name === DEAD_LETTERS) throw new Error(`No job may be called ${name}.`);
    if (schedule && scope !== 'system')
      throw new Error(`The job ${name} has a schedule but no scope system.`);
    names.add(name);
  }
}

function readEnvelope(job: Job, data: unknown): Envelope {
  const read = envelope.safeParse(data);
  if (!read.success) throw new InvalidPayload(`The job ${job.name} was stored without its organization.`);
  if ((job.scope === 'organization') !== (read.data.organizationId !== null)) {
    throw new InvalidPayload(
      `The job ${job.name} has scope ${job.scope}: the stored organization does not fit.`,
    );
  }
  return read.data;
}

/** pg-boss takes missing rows for "nothing to do" and would silently stop its maintenance. */
function rowsOrError(executeSql: ExecuteSql): ExecuteSql {
  return async (text, values) => {
    const result = await executeSql(text, values);
    if (!Array.isArray(result.rows)) throw new Error('executeSql must join the rows of several statements.');
    return result;
  };
}
