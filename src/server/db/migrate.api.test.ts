import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { silentLogger } from '../testing/silent-logger.ts';
import { createPostgresDatabase, testDatabaseUrl } from '../testing/test-database.ts';
import { migrationsFolder } from './connect.ts';
import { openEmbedded } from './embedded/open-embedded.ts';
import { migrate } from './migrate.ts';

const journalShape = z.looseObject({ entries: z.array(z.looseObject({ idx: z.number() })) });
/** The last migration of the release before the one under test. */
const releasedIdx = 2;

let released: string;
let client: pg.Client;
let close: () => Promise<void>;

/** The migrations as the earlier release had them. */
async function releasedMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-migrations-'));
  await cp(migrationsFolder(), folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = journalShape.parse(JSON.parse(await readFile(file, 'utf8')));
  const entries = journal.entries.filter(({ idx }) => idx <= releasedIdx);
  await writeFile(file, JSON.stringify({ ...journal, entries }));
  return folder;
}

/** An empty database that no migration has touched. */
async function emptyDatabase(): Promise<void> {
  if (testDatabaseUrl === null) {
    const embedded = await openEmbedded({ memory: true }, { logger: silentLogger });
    client = new pg.Client(embedded.clientConfig);
    await client.connect();
    close = async () => {
      await client.end();
      await embedded.close();
    };
    return;
  }
  const { url, drop } = await createPostgresDatabase(testDatabaseUrl);
  client = new pg.Client({ connectionString: url });
  await client.connect();
  close = async () => {
    await client.end();
    await drop();
  };
}

beforeAll(async () => {
  released = await releasedMigrations();
  await emptyDatabase();
});
afterAll(async () => {
  await close();
  await rm(released, { recursive: true, force: true });
});

it('takes the data of the release before along, and the new search finds it', async () => {
  await migrate(client, released);
  const organization = randomUUID();
  const message = randomUUID();
  await client.query('begin');
  await client.query('set local role app_platform');
  await client.query(
    `insert into organizations (id, name, slug, timezone, contact_email) values ($1, 'Old', 'old-one', 'UTC', 'a@old.example')`,
    [organization],
  );
  await client.query(`insert into threads (organization_id, id, last_message_at) values ($1, 't1', now())`, [
    organization,
  ]);
  await client.query(
    `insert into messages (organization_id, id, thread_id, direction, subject, recipients, sent_at, snippet, content)
     values ($1, $2, 't1', 'inbound', 'Panels', '[]', now(), '', 'The HARBOUR screen, please.')`,
    [organization, message],
  );
  await client.query(
    `insert into leads (organization_id, thread_id, name, created_at, updated_at) values ($1, 't1', 'Ana', now(), now())`,
    [organization],
  );
  await client.query(
    `insert into subscriptions (organization_id, plan, status, created_at) values ($1, 'pro', 'active', '2026-03-04T05:06:07Z')`,
    [organization],
  );
  await client.query(
    `insert into subscription_modules (organization_id, id, module_type, ends_at)
     select $1, gen_random_uuid(), key, case when key = 'support_agent' then now() - interval '1 day' end
     from unnest(array['social_media', 'leads_manager', 'outreach', 'support_agent']) as key`,
    [organization],
  );
  await client.query('commit');

  const { applied } = await migrate(client, migrationsFolder());
  expect(applied.length).toBeGreaterThan(0);
  expect((await migrate(client, migrationsFolder())).applied).toEqual([]);

  await client.query('begin');
  await client.query(
    `select set_config('app.organization_id', $1, true), set_config('role', 'app_tenant', true)`,
    [organization],
  );
  const found = await client.query(
    `select total, ids from search_leads('%harbour screen%', null, 'latest_updated', null, null, 10, true)`,
  );
  expect(found.rows).toEqual([{ total: '1', ids: ['t1'] }]);
  const leads = await client.query('select name, stage from leads');
  expect(leads.rows).toEqual([{ name: 'Ana', stage: 'new' }]);
  // Its history begins with what it was: the Pro Package, and not the module that had ended.
  const history = await client.query(
    'select kind, status, monthly_cents, modules, at from subscription_changes',
  );
  expect(history.rows).toEqual([
    {
      kind: 'started',
      status: 'active',
      monthly_cents: 29_900,
      modules: ['leads_manager', 'outreach', 'social_media'],
      at: new Date('2026-03-04T05:06:07Z'),
    },
  ]);
  await expect(client.query('update subscription_changes set monthly_cents = 0')).rejects.toThrow(
    'permission denied',
  );
  await client.query('rollback');
});
