import pg from 'pg';

export interface Seeded {
  /** Organization with 100,000 leads, and the ids of some of its leads. */
  large: { organizationId: string; ids: string[] };
  /** Organization with 1,000 leads. */
  small: { organizationId: string; ids: string[] };
}

export const largeSize = 100_000;
export const smallSize = 1_000;
const otherSize = 5_000;

const stages = `(array['new', 'new', 'new', 'in_progress', 'in_progress', 'qualified', 'booked', 'won', 'lost'])[1 + (g % 9)]`;
const first = `(array['Ava', 'Noah', 'Mia', 'Leo', 'Isla', 'Finn', 'Ruby', 'Omar', 'Yuki', 'Lena', 'Ravi', 'Sofia', 'Hugo', 'Aisha', 'Ivan', 'Chloe', 'Kofi'])[1 + (g % 17)]`;
const last = `(array['Smith', 'Nguyen', 'Kowalski', 'Haddad', 'Brown', 'Tanaka', 'Silva', 'Moreau', 'Patel', 'Okafor', 'Larsen', 'Rossi', 'Kim', 'Novak', 'Jansen', 'Costa', 'Weber', 'Ahmed', 'Lopez'])[1 + (g * 7 % 19)]`;

/** Fills organizations that exist already with leads, by SQL: the rows are what the ingest would have made, without mail. */
async function fill(client: pg.Client, organizationId: string, size: number): Promise<string[]> {
  const row = `select '${organizationId}'::uuid as organization_id, 'thread_' || md5('${organizationId}' || g) as thread_id, ${first} || ' ' || ${last} || ' ' || g as name,
    'Company ' || (g * 13 % 5003) as company, 'person' || g || '@client' || (g % 997) || '.example' as contact_email, ${stages} as stage,
    timestamptz '2026-01-01' + g * interval '3 minutes' as at, 'Launch of shop ' || (g % 409) as goal, '$' || (g % 50) * 500 as budget from generate_series(1, ${size}) g`;
  await client.query(
    `insert into threads (organization_id, id, last_message_at) select organization_id, thread_id, at from (${row}) r`,
  );
  await client.query(`insert into leads (organization_id, thread_id, name, name_key, company, contact_email, stage, created_at, updated_at, last_message_at, message_count, advertising_goal, budget)
    select organization_id, thread_id, name, lower(name), company, contact_email, stage, at, at, at, 1, goal, budget from (${row}) r`);
  await client.query(
    `insert into lead_search (organization_id, thread_id, search_text) select organization_id, thread_id, lower(name || E'\\x01' || company || E'\\x01' || contact_email || E'\\x01' || goal) from (${row}) r`,
  );
  const { rows } = await client.query<{ thread_id: string }>(
    'select thread_id from leads where organization_id = $1 order by thread_id limit 500',
    [organizationId],
  );
  return rows.map((one) => one.thread_id);
}

/** Seeds the first organization with 100,000 leads, the second with 1,000, the others with 5,000 each. `bare` also makes the bare server's table. */
export async function seed(
  connection: pg.ClientConfig,
  organizationIds: string[],
  bare: boolean,
): Promise<Seeded> {
  const client = new pg.Client(connection);
  await client.connect();
  const [large = '', small = '', ...others] = organizationIds;
  const largeIds = await fill(client, large, largeSize);
  const smallIds = await fill(client, small, smallSize);
  for (const organizationId of others) await fill(client, organizationId, otherSize);
  if (bare) {
    await client.query(
      'create table bare_leads as select l.*, s.search_text from leads l join lead_search s using (organization_id, thread_id)',
    );
    await client.query('alter table bare_leads add primary key (organization_id, thread_id)');
    await client.query('create index on bare_leads (organization_id, updated_at desc)');
    await client.query('create index on bare_leads (organization_id, stage, updated_at desc)');
    await client.query('create index on bare_leads using gin (organization_id, search_text gin_trgm_ops)');
  }
  await client.query('vacuum analyze');
  await client.end();
  return { large: { organizationId: large, ids: largeIds }, small: { organizationId: small, ids: smallIds } };
}
