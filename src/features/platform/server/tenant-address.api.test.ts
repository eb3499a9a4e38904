import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '#features/organization/server/tables.ts';
import { startTestApp, type Tenant, type TestApp, testPassword } from '#server/testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.hub.database.asOwner('delete from rate_counters'));

const at = ({ organizationId }: Tenant) => `/api/tenant/saas/tenants/${organizationId}/address`;

function change(tenant: Tenant, body: object) {
  return app.call('PUT', at(tenant), app.platformToken, { currentPassword: testPassword, ...body });
}

describe('where a tenant signs in', () => {
  it('is changed by the platform’s owner with the password, at once and with an entry in both logs', async () => {
    const tenant = await app.tenant();
    const slug = `${tenant.slug}-new`;
    const wrong = await change(tenant, { slug, domain: null, currentPassword: 'not the right one' });
    expect(wrong.json().issues).toMatchObject([{ path: 'currentPassword' }]);
    const done = await change(tenant, { slug, domain: 'company.example' });
    expect([done.statusCode, done.json()]).toEqual([200, { slug, domain: 'company.example' }]);
    expect((await app.call('GET', at(tenant), app.platformToken)).json()).toEqual(done.json());
    const me = (await app.call('GET', '/api/tenant/auth/me', tenant.tokens.owner)).json();
    expect(me.organization).toMatchObject({ slug, domain: 'company.example' });
    for (const [path, token] of [
      ['/api/tenant/audit-log', tenant.tokens.owner],
      ['/api/tenant/audit-log', app.platformToken],
    ] as const)
      expect((await app.call('GET', path, token)).body).toContain('organization.address');
    expect((await app.call('PUT', at(tenant), tenant.tokens.owner, {})).statusCode).toBe(403);
  });

  it('is nobody else’s: neither a subdomain nor a domain, nor a reserved name', async () => {
    const [one, other] = [await app.tenant(), await app.tenant()];
    await change(one, { slug: one.slug, domain: `${one.slug}.example` });
    for (const [body, code, field] of [
      [{ slug: one.slug, domain: null }, 'slug_taken', 'slug'],
      [{ slug: 'admin', domain: null }, 'slug_taken', 'slug'],
      [{ slug: other.slug, domain: `${one.slug}.example` }, 'conflict', 'domain'],
      [{ slug: 'A b', domain: null }, 'invalid', 'slug'],
      [{ slug: other.slug, domain: 'https://x.example/' }, 'invalid', 'domain'],
      [{ slug: other.slug, domain: 'localhost' }, 'invalid', 'domain'],
    ] as const) {
      const answer = await change(other, body);
      expect([answer.json().code, answer.json().issues?.[0]?.path], JSON.stringify(body)).toEqual([
        code,
        field,
      ]);
    }
    const { slug, domain } = (await app.call('GET', at(other), app.platformToken)).json();
    expect([slug, domain]).toEqual([other.slug, null]);
  });

  it('leaves the former subdomain to the tenant: its chat goes on, and nobody else gets it', async () => {
    const [tenant, other] = [await app.tenant(), await app.tenant()];
    const [former, next] = [tenant.slug, `${tenant.slug}-next`];
    expect((await change(tenant, { slug: next, domain: null })).statusCode).toBe(200);
    for (const slug of [former, next]) {
      const config = await app.call('GET', `/api/widget/${slug}`);
      expect([config.statusCode, config.json().organization]).toEqual([200, `Tenant ${former}`]);
    }
    const signup = (slug: string) =>
      app.call('POST', '/api/tenant/organizations/signup', null, {
        organization: { name: 'Other', slug, industry: 'retail', size: 'small', country: 'AU' },
        user: { firstName: 'O', lastName: 'P', email: `o@${slug}.example`, password: testPassword },
        selectedPlan: 'pro',
        selectedModules: ['support_agent'],
      });
    for (const slug of [former, next]) expect((await signup(slug)).json().code).toBe('slug_taken');
    expect((await change(other, { slug: former, domain: null })).json().code).toBe('slug_taken');
    // Back again, and the one in between is the tenant's as well.
    expect((await change(tenant, { slug: former, domain: null })).statusCode).toBe(200);
    expect((await change(other, { slug: next, domain: null })).json().code).toBe('slug_taken');
    expect((await change(tenant, { slug: next, domain: null })).statusCode).toBe(200);
    expect((await app.call('GET', `/api/widget/${former}`)).json().organization).toBe(`Tenant ${former}`);
  });

  it('is one tenant’s also when two take it at once', async () => {
    const tenants = [await app.tenant(), await app.tenant()];
    const domain = `${tenants[0]?.slug}.example`;
    const answers = await Promise.all(tenants.map((one) => change(one, { slug: one.slug, domain })));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('at the own domain means that tenant, whatever the email', async () => {
    const [one, other] = [await app.tenant(), await app.tenant()];
    const domain = `hub-of-${one.slug}.example`;
    await change(one, { slug: one.slug, domain });
    // Both know the same person, by the same password.
    const { emailKey } = (
      await app.hub.database
        .forOrganization(one.organizationId)
        .db.select()
        .from(users)
        .where(eq(users.id, one.userIds.owner))
    )[0] ?? { emailKey: '' };
    await app.hub.database
      .forOrganization(other.organizationId)
      .db.update(users)
      .set({ emailKey })
      .where(eq(users.id, other.userIds.user));
    const login = (host: string) =>
      app.call(
        'POST',
        '/api/tenant/auth/login',
        null,
        { email: emailKey, password: testPassword, organizationSlug: other.slug },
        { host },
      );
    expect((await login(domain)).json().organization.slug).toBe(one.slug);
    expect((await login('hub.example')).json().organization.slug).toBe(other.slug);
  });
});
