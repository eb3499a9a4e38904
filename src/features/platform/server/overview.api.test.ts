import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let made: Tenant[];
beforeAll(async () => {
  app = await startTestApp();
  made = [await app.tenant(), await app.tenant(), await app.tenant({ modules: ['outreach'] })];
});
afterAll(() => app.close());

async function tenants(query: string): Promise<{ slugs: string[]; total: unknown }> {
  const answer = await app.call('GET', `/api/tenant/saas/overview?${query}`, app.platformToken);
  expect(answer.statusCode).toBe(200);
  const rows: { organization: { slug: string } }[] = answer.json().tenants;
  return { slugs: rows.map((row) => row.organization.slug), total: answer.headers['x-total-count'] };
}

const slugs = () => made.map((tenant) => tenant.slug);

describe('the list of tenants', () => {
  it('is ordered by creation or by name, either way', async () => {
    expect((await tenants('')).slugs).toEqual(slugs().toReversed());
    expect((await tenants('sort=oldest')).slugs).toEqual(slugs());
    expect((await tenants('sort=name_asc')).slugs).toEqual(slugs().toSorted());
    expect((await tenants('sort=name_desc')).slugs).toEqual(slugs().toSorted().toReversed());
    const unknown = await app.call('GET', '/api/tenant/saas/overview?sort=revenue', app.platformToken);
    expect(unknown.statusCode).toBe(400);
  });

  it('finds name, contact email and subdomain, letter for letter, and counts what it found', async () => {
    const [first] = slugs();
    expect(await tenants(`search=${first?.toUpperCase()}`)).toEqual({ slugs: [first], total: '1' });
    expect((await tenants(`search=owner%40${first}`)).slugs).toEqual([first]);
    expect(await tenants('search=%25')).toEqual({ slugs: [], total: '0' });
  });

  it('sums over all tenants whatever is searched for', async () => {
    const all = await app.call('GET', '/api/tenant/saas/overview', app.platformToken);
    const none = await app.call('GET', '/api/tenant/saas/overview?search=zzzzzzzz', app.platformToken);
    expect(none.json().overview).toEqual(all.json().overview);
    expect(none.json().overview.totalTenants).toBe(3);
  });

  it('goes on after any row in each order', async () => {
    for (const sort of ['newest', 'oldest', 'name_asc', 'name_desc']) {
      const { slugs: ordered } = await tenants(`sort=${sort}`);
      const second = made.find((tenant) => tenant.slug === ordered[1]);
      const key = sort.startsWith('name') ? `tenant ${second?.slug}` : (second?.organizationId ?? '');
      const cursor = Buffer.from(JSON.stringify([key, second?.organizationId])).toString('base64url');
      expect((await tenants(`sort=${sort}&cursor=${cursor}`)).slugs, sort).toEqual([ordered[2]]);
    }
  });
});
