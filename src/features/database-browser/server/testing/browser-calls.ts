import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { databaseApi, type Table, type TablePage } from '#features/database-browser/contract.ts';
import type { Tenant, TestApp } from '#server/testing/test-app.ts';

const { schema, table } = databaseApi.endpoints;

/** The tables that everyone may look at. */
export const businessTables = [
  'correspondence',
  'leads',
  'meetings',
  'outreach_emails',
  'prospects',
  'social_posts',
  'support_articles',
  'support_conversations',
  'support_messages',
  'thread_notes',
];

/** The schema as this token gets it, checked against the contract. */
export async function readSchema(app: TestApp, token: string): Promise<Table[]> {
  const answer = await app.call('GET', '/api/database/schema', token);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return schema.output.parse(answer.json());
}

/** @param address name of the table, with its query */
export async function readPage(app: TestApp, token: string, address: string): Promise<TablePage> {
  const answer = await app.call('GET', `/api/database/table/${address}`, token);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return table.output.parse(answer.json());
}

export async function makeLeads(app: TestApp, tenant: Tenant, count: number, name = 'Lead'): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    const body = { name: `${name} ${number}`, contact_email: `${number}@${tenant.slug}.example` };
    const answer = await app.call('POST', '/api/leads', tenant.tokens.owner, body);
    if (answer.statusCode !== 201) throw new Error(answer.body);
  }
}

/** Many prospects, by one statement. */
export async function makeProspects(app: TestApp, tenant: Tenant, count: number): Promise<void> {
  await app.hub.database.forOrganization(tenant.organizationId).db.execute(
    sql`insert into prospects (id, organization_id, business_name, address, contact_email, contact_phone, industry, summary,
        notes, status, created_at, updated_at, created_by, name_key, match_name)
      select gen_random_uuid(), ${tenant.organizationId}, 'P ' || n, '', '', '', '', '', '', 'not_contacted', now(), now(), 'test', 'p ' || n, 'p ' || n
      from generate_series(1, ${count}::int) n`,
  );
}

/** A key of this organization. */
export async function makeKey(app: TestApp, tenant: Tenant, scopes: readonly string[]): Promise<string> {
  const made = await app.call('POST', '/api/tenant/api-keys', tenant.tokens.owner, { name: 'key', scopes });
  return z.object({ key: z.string() }).parse(made.json()).key;
}
