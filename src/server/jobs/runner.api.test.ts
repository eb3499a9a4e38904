import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { type EmbeddedDatabase, openEmbedded } from '../db/embedded/open-embedded.ts';
import { createPostgresDatabase, testDatabaseUrl } from '../testing/test-database.ts';
import { DoNotRetry, InvalidPayload, type Job, job } from './job.ts';
import { ensureJobSchema } from './job-schema.ts';
import { createJobRunner, type JobRunner } from './runner.ts';
import { clientExecutor, type ExecuteSql, poolExecutor } from './sql-executor.ts';

interface Context {
  organizationId: string | null;
}

const ALPHA = '018f0000-0000-7000-8000-00000000000a';
const BETA = '018f0000-0000-7000-8000-00000000000b';
/** One that was deleted. */
const GONE = '018f0000-0000-7000-8000-00000000000c';
const silent = { info: () => {}, warn: () => {}, error: () => {} };

let database: EmbeddedDatabase | undefined;
let drop: () => Promise<void> = () => Promise.resolve();
let pool: Pool;
let executeSql: ExecuteSql;
let runner: JobRunner<Context> | undefined;
const runs: { organizationId: string | null; payload: unknown; attempt: number; at: number }[] = [];
let named = 0;

beforeAll(async () => {
  if (testDatabaseUrl !== null) {
    const own = await createPostgresDatabase(testDatabaseUrl);
    drop = own.drop;
    pool = new Pool({ connectionString: own.url, max: 4 });
  } else {
    database = await openEmbedded({ memory: true });
    pool = new Pool(database.clientConfig);
  }
  executeSql = poolExecutor(pool);
  await ensureJobSchema(executeSql);
});

afterEach(async () => {
  await runner?.stop();
  runner = undefined;
  runs.length = 0;
  await executeSql('delete from pgboss.job');
});

afterAll(async () => {
  await pool.end();
  await database?.close();
  await drop();
});

/** A job that records its runs and then does what `behave` says. Each has its own queue. */
function recording(behave: () => Promise<void> = async () => {}, change: object = {}) {
  named += 1;
  return job({
    name: `test.record-${named}`,
    scope: 'organization',
    payload: z.strictObject({ leadId: z.string() }),
    backoff: { delay: 1, max: 2 },
    run: async (context: Context, payload, { attempt }) => {
      runs.push({ organizationId: context.organizationId, payload, attempt, at: performance.now() });
      await behave();
    },
    ...change,
  });
}

function nightly(cron: string) {
  return job({
    name: 'test.nightly',
    scope: 'system',
    payload: z.strictObject({}),
    schedule: { cron, tz: 'Europe/Berlin' },
    run: async (context: Context, payload) => {
      runs.push({ organizationId: context.organizationId, payload, attempt: 1, at: 0 });
    },
  });
}

async function storedSchedules() {
  return (await executeSql('select name, cron, timezone from pgboss.schedule order by name')).rows;
}

function made(jobs: Job<z.ZodType, Context>[], role: 'all' | 'web', pollIntervalMs: number) {
  return createJobRunner({
    jobs,
    executeSql,
    backend: testDatabaseUrl === null ? 'embedded' : 'postgres',
    makeContext: (organizationId) => (organizationId === GONE ? null : { organizationId }),
    logger: silent,
    role,
    pollIntervalMs,
  });
}

async function started(jobs: Job<z.ZodType, Context>[], role: 'all' | 'web' = 'all', pollIntervalMs = 200) {
  runner = made(jobs, role, pollIntervalMs);
  await runner.start();
  return runner;
}

async function transaction(work: (executor: ExecuteSql) => Promise<unknown>, end: 'commit' | 'rollback') {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await work(clientExecutor(client));
    await client.query(end);
  } finally {
    client.release();
  }
}

describe('a job', () => {
  it('enqueued in a transaction that rolls back never runs; committed, it runs once, as its organization', async () => {
    const record = recording();
    const hub = await started([record]);
    await transaction(
      (tx) => hub.enqueue(tx, record, { leadId: 'lost' }, { organizationId: ALPHA }),
      'rollback',
    );
    await transaction(
      (tx) => hub.enqueue(tx, record, { leadId: 'kept' }, { organizationId: BETA }),
      'commit',
    );
    // Without notify: the poller finds it.
    await expect.poll(() => runs).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(runs).toMatchObject([{ organizationId: BETA, payload: { leadId: 'kept' }, attempt: 1 }]);
  });

  it('is fetched at once after notify', async () => {
    const record = recording();
    // The poller alone would not find it in the time that the test has.
    const hub = await started([record], 'all', 600_000);
    await new Promise((resolve) => setTimeout(resolve, 100));
    await hub.enqueue(executeSql, record, { leadId: 'now' }, { organizationId: ALPHA });
    hub.notify(record.name);
    await expect.poll(() => runs).toHaveLength(1);
  });

  it('that fails is tried again with growing waits and then lies among the dead letters with its error', async () => {
    const record = recording(() => Promise.reject(new Error('the mail server said no')), { retries: 2 });
    const hub = await started([record]);
    await hub.enqueue(executeSql, record, { leadId: 'l1' }, { organizationId: ALPHA });
    await vi.waitFor(async () => expect(await hub.listDeadLetters(ALPHA)).toHaveLength(1), 25_000);
    expect(runs.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    const [first = 0, second = 0, third = 0] = runs.map(({ at }) => at);
    expect(second - first).toBeGreaterThan(450);
    expect(third - second).toBeGreaterThan(900);
    expect(await hub.listDeadLetters(ALPHA)).toMatchObject([
      { job: record.name, payload: { leadId: 'l1' }, error: 'the mail server said no', attempts: 3 },
    ]);
    expect(await hub.listDeadLetters(BETA)).toEqual([]);
  });

  it('that must not be tried again goes to the dead letters at once, and back when asked for by its organization', async () => {
    let broken = true;
    const record = recording(async () => {
      if (broken) throw new DoNotRetry('sold out');
    });
    const hub = await started([record]);
    await hub.enqueue(executeSql, record, { leadId: 'l1' }, { organizationId: ALPHA });
    const letters = await vi.waitFor(async () => {
      const found = await hub.listDeadLetters(ALPHA);
      expect(found).toHaveLength(1);
      return found;
    }, 30_000);
    const id = letters[0]?.id ?? '';
    broken = false;
    expect(await hub.retryDeadLetter(BETA, id)).toBe(false);
    expect(await hub.retryDeadLetter(ALPHA, id)).toBe(true);
    await expect.poll(() => runs).toHaveLength(2);
    expect(runs[1]).toMatchObject({ organizationId: ALPHA, payload: { leadId: 'l1' } });
    expect(await hub.listDeadLetters(ALPHA)).toEqual([]);
  });

  it('of a key that already waits is the same job, within the organization', async () => {
    const record = recording();
    const hub = await started([record], 'web');
    const send = (organizationId: string, key?: string) =>
      hub.enqueue(executeSql, record, { leadId: 'l1' }, { organizationId, ...(key ? { key } : {}) });
    expect(await send(ALPHA, 'k')).toEqual(expect.any(String));
    expect(await send(ALPHA, 'k')).toBeNull();
    expect(await send(BETA, 'k')).toEqual(expect.any(String));
    expect(await send(ALPHA)).toEqual(expect.any(String));
    expect(await send(ALPHA)).toEqual(expect.any(String));
  });

  it('of a key runs once at a time, and once more for what was enqueued meanwhile', async () => {
    let running = 0;
    let most = 0;
    const first = Promise.withResolvers<void>();
    const record = recording(async () => {
      running += 1;
      most = Math.max(most, running);
      await first.promise;
      running -= 1;
    });
    const hub = await started([record]);
    const send = () => hub.enqueue(executeSql, record, { leadId: 'l1' }, { organizationId: ALPHA, key: 'k' });
    await send();
    hub.notify(record.name);
    await expect.poll(() => running).toBe(1);
    expect(await send()).toEqual(expect.any(String));
    expect(await send()).toBeNull();
    // Some rounds of the poller.
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(runs).toHaveLength(1);
    first.resolve();
    await expect.poll(() => runs).toHaveLength(2);
    expect(most).toBe(1);
  });

  it('waits for its time', async () => {
    const record = recording();
    const hub = await started([record]);
    const due = new Date(Date.now() + 1_500);
    await hub.enqueue(executeSql, record, { leadId: 'l1' }, { organizationId: ALPHA, startAfter: due });
    hub.notify(record.name);
    await expect.poll(() => runs).toHaveLength(1);
    expect(Date.now()).toBeGreaterThanOrEqual(due.getTime());
  });

  it('cannot be given another organization by its payload', async () => {
    const record = recording();
    const hub = await started([record]);
    // As a caller without types would: a spread request body.
    const smuggled = { leadId: 'l1', organizationId: BETA };
    await expect(hub.enqueue(executeSql, record, smuggled, { organizationId: ALPHA })).rejects.toThrow(
      InvalidPayload,
    );

    const open = job({
      name: 'test.open-payload',
      scope: 'organization',
      payload: z.looseObject({}),
      run: async (context: Context) => {
        runs.push({ organizationId: context.organizationId, payload: null, attempt: 1, at: 0 });
      },
    });
    await hub.stop();
    const second = await started([open]);
    await second.enqueue(executeSql, open, { organizationId: BETA }, { organizationId: ALPHA });
    await expect.poll(() => runs).toHaveLength(1);
    expect(runs[0]?.organizationId).toBe(ALPHA);
  });

  it('without its organization, or with a payload that no longer fits, goes to the dead letters with the reason', async () => {
    const record = recording();
    const hub = await started([record]);
    await expect(hub.enqueue(executeSql, record, { leadId: 'l1' }, { organizationId: null })).rejects.toThrow(
      'scope organization',
    );
    const store = (data: object) =>
      executeSql(
        `insert into pgboss.job (name, data, policy, singleton_key, dead_letter) values ($1, $2, 'stately', gen_random_uuid()::text, 'dead-letters')`,
        [record.name, JSON.stringify(data)],
      );
    await store({ payload: { leadId: 'l1' } });
    await store({ organizationId: null, payload: { leadId: 'l1' } });
    await store({ organizationId: ALPHA, payload: { leadId: 7 } });
    await vi.waitFor(async () => {
      expect(await hub.listDeadLetters(ALPHA)).toHaveLength(1);
      expect(await hub.listDeadLetters(null)).toHaveLength(2);
    }, 30_000);
    expect(runs).toEqual([]);
    expect((await hub.listDeadLetters(ALPHA))[0]?.error).toContain('leadId');
    for (const letter of await hub.listDeadLetters(null)) expect(letter.error).toContain('organization');
  });

  it('of an organization that is gone ends without being run', async () => {
    const record = recording();
    const hub = await started([record]);
    await hub.enqueue(executeSql, record, { leadId: 'l1' }, { organizationId: GONE });
    await vi.waitFor(async () => {
      const { rows } = await executeSql('select state from pgboss.job where name = $1', [record.name]);
      expect(rows).toEqual([{ state: 'completed' }]);
    }, 30_000);
    expect(runs).toEqual([]);
    expect(await hub.listDeadLetters(GONE)).toEqual([]);
  });

  it('in flight finishes when the runner stops', async () => {
    let finished = false;
    const record = recording(async () => {
      await new Promise((resolve) => setTimeout(resolve, 700));
      finished = true;
    });
    const hub = await started([record]);
    await hub.enqueue(executeSql, record, { leadId: 'l1' }, { organizationId: ALPHA });
    hub.notify(record.name);
    await expect.poll(() => runs).toHaveLength(1);
    await hub.stop();
    expect(finished).toBe(true);
    const { rows } = await executeSql('select state from pgboss.job where name = $1', [record.name]);
    expect(rows).toEqual([{ state: 'completed' }]);
  });
});

describe('schedules', () => {
  it('are stored as declared, changed with the declaration and removed with it', async () => {
    await started([nightly('0 3 * * *')]);
    expect(await storedSchedules()).toEqual([
      { name: 'test.nightly', cron: '0 3 * * *', timezone: 'Europe/Berlin' },
    ]);
    await runner?.stop();
    await started([nightly('30 4 * * *')]);
    expect(await storedSchedules()).toMatchObject([{ cron: '30 4 * * *' }]);
    await runner?.stop();
    await started([recording()]);
    expect(await storedSchedules()).toEqual([]);
  });

  // Cron has a resolution of a minute, so this waits up to one: CHECK_LONG=1 asks for it.
  it.runIf(process.env['CHECK_LONG'])('fire, and the job runs as no organization', async () => {
    await started([nightly('* * * * *')]);
    await vi.waitFor(() => expect(runs.length).toBeGreaterThan(0), { timeout: 100_000, interval: 500 });
    expect(runs[0]).toMatchObject({ organizationId: null, payload: {} });
  });
});

describe('the job schema', () => {
  it('is left alone when it is there, and refused when it is newer', async () => {
    await ensureJobSchema(executeSql);
    const { rows } = await executeSql('select version from pgboss.version');
    await executeSql('update pgboss.version set version = 9999');
    await expect(ensureJobSchema(executeSql)).rejects.toThrow('version 9999');
    await executeSql('update pgboss.version set version = $1', [rows[0]?.['version']]);
  });
});
