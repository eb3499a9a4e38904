import * as z from 'zod';

/** What a running job is told beside its payload. */
export interface JobRun {
  /** 1 at the first try. */
  attempt: number;
  /** Aborted when the job's time is over or the process stops: stop early, the job is tried again. */
  signal: AbortSignal;
}

export interface JobDeclaration<Schema extends z.ZodType, Context> {
  /** `<feature>.<verb-noun>`, unique in the hub. */
  name: string;
  /** `organization`: runs as one organization, stored with the job. `system`: belongs to none. */
  scope: 'organization' | 'system';
  /** Ids, never files or personal texts: the payload stays in the queue for days. */
  payload: Schema;
  /** Further tries after the first; 0 for outside effects whose outcome may be unknown. Default 3. */
  retries?: number;
  /** Waiting time before a further try, in seconds: doubles from `delay` up to `max`, with some jitter. Default 5 to 600. */
  backoff?: { delay: number; max: number };
  /** A try that runs longer, in seconds, is given up. Default 900. */
  timeout?: number;
  /** How many run at once in this process; one at a time per organization. Default 2. */
  concurrency?: number;
  /** Only with scope `system`, and a payload schema that accepts `{}`. Resolution is one minute. */
  schedule?: { cron: string; tz: string };
  run: (context: Context, payload: z.output<Schema>, run: JobRun) => Promise<void>;
}

/** A declared job. */
export interface Job<Schema extends z.ZodType = z.ZodType, Context = unknown> {
  readonly name: string;
  readonly scope: 'organization' | 'system';
  readonly payload: Schema;
  readonly retries: number;
  readonly backoff: { delay: number; max: number };
  readonly timeout: number;
  readonly concurrency: number;
  readonly schedule: { cron: string; tz: string } | undefined;
  /** The payload as it is stored. @throws InvalidPayload */
  check(payload: z.input<Schema>): object;
  /** Checks a stored payload and runs the job with it. @throws InvalidPayload */
  execute(context: Context, stored: unknown, run: JobRun): Promise<void>;
}

export interface EnqueueOptions {
  /**
   * At most one job of this key waits and one runs, per organization: a job enqueued while one of its key waits is the
   * same job. Not a guard against doing something twice over time.
   */
  key?: string;
  startAfter?: Date;
}

/** The payload does not fit the job: trying again cannot help. */
export class InvalidPayload extends Error {
  override name = 'InvalidPayload';
}

/** Thrown by a job that cannot succeed: it goes to the dead letters without further tries. */
export class DoNotRetry extends Error {
  override name = 'DoNotRetry';
}

/** Declares a job; list it in the feature's manifest. */
export function job<Schema extends z.ZodType, Context>(
  declaration: JobDeclaration<Schema, Context>,
): Job<Schema, Context> {
  const parse = (payload: unknown): z.output<Schema> => {
    const parsed = declaration.payload.safeParse(payload);
    if (parsed.success) return parsed.data;
    throw new InvalidPayload(`The payload of ${declaration.name} is wrong: ${z.prettifyError(parsed.error)}`);
  };
  return {
    name: declaration.name,
    scope: declaration.scope,
    payload: declaration.payload,
    retries: declaration.retries ?? 3,
    backoff: declaration.backoff ?? { delay: 5, max: 600 },
    timeout: declaration.timeout ?? 900,
    concurrency: declaration.concurrency ?? 2,
    schedule: declaration.schedule,
    check: (payload) => {
      parse(payload);
      if (typeof payload !== 'object' || payload === null) {
        throw new InvalidPayload(`The payload of ${declaration.name} is not an object.`);
      }
      // Stored as it came: it is parsed again when it runs, and defaults may have changed by then.
      return payload;
    },
    execute: async (context, stored, run) => declaration.run(context, parse(stored), run),
  };
}
