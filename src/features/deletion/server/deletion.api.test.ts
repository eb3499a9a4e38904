import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuseTakenSlug } from '#features/organization/server/public.ts';
import { tenantTableNames } from '#server/db/tenant-table.ts';
import { makeWorld, type World } from '#server/guards/world.ts';
import { newId } from '#server/ids.ts';
import { startTestApp, type TestApp, testPassword } from '#server/testing/test-app.ts';
import { deleteDue } from './delete-due.ts';
import { deleteOrganization } from './delete-organization.ts';
import { isGone } from './public.ts';

const path = '/api/tenant/organizations/current/deletion';
const dayMs = 86_400_000;

let app: TestApp;
let a: World;
let b: World;
beforeAll(async () => {
  app = await startTestApp({ withMailer: true });
  [a, b] = [await makeWorld(app), await makeWorld(app)];
});
afterAll(() => app.close());

const nameOf = (world: World) => `Tenant ${world.tenant.slug}`;
const operated = (world: World) => `/api/tenant/saas/tenants/${world.tenant.organizationId}/deletion`;

function ask(world: World, change: object = {}, role: 'owner' | 'admin' | 'user' | 'viewer' = 'owner') {
  const body = { currentPassword: testPassword, name: nameOf(world), ...change };
  return app.call('POST', path, world.tenant.tokens[role], body);
}

const undo = (world: World, role: 'owner' | 'admin' = 'owner') =>
  app.call('DELETE', path, world.tenant.tokens[role]);

/** What the scheduled job works with, some days from now. */
function inDays(days: number) {
  const { hub } = app;
  const clock = { now: () => new Date(hub.services.clock.now().getTime() + days * dayMs) };
  return { organization: null, database: hub.database, log: hub.log, services: { ...hub.services, clock } };
}

const round = (days: number) =>
  deleteDue.execute(inDays(days), {}, { attempt: 1, signal: new AbortController().signal });

/** Digest of every row of an organization, by table. */
async function rowsOf(organizationId: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const table of tenantTableNames()) {
    const column = table === 'organizations' ? 'id' : 'organization_id';
    const { rows } = await owner(
      `select count(*)::int as n, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${table} t where ${column} = '${organizationId}'`,
    );
    if (rows[0]?.n !== 0) digests[table] = String(rows[0]?.digest);
  }
  return digests;
}

/** Row level security binds the owner on a server, so that everything is read as the platform. */
async function owner(sql: string): Promise<{ rows: Record<string, unknown>[] }> {
  const rows = await app.hub.database.asPlatform('a test reads every table', (tx) => tx.db.execute(sql));
  return { rows: [...rows] };
}

/** Tables of the whole database in which some row holds the text, the queue of jobs among them. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await app.hub.database.asOwner(
    `select table_schema || '.' || table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const name of rows.map((row) => String(row.name))) {
    const query = `select 1 from ${name} t where strpos(t::text, '${text}') > 0 limit 1`;
    const isPublic = name.startsWith('public.') && !/hub_migrations|rate_counters/.test(name);
    const hits = isPublic ? (await owner(query)).rows : (await app.hub.database.asOwner(query)).rows;
    if (hits.length > 0) found.push(name);
  }
  return found;
}

const auditOf = async (token: string) =>
  (await app.call('GET', '/api/tenant/audit-log?search=deletion', token))
    .json()
    .map(({ action }: { action: string }) => action);

describe('asking for the deletion of an organization', () => {
  it('is for an owner who says the password again and types the name', async () => {
    for (const role of ['viewer', 'user', 'admin'] as const)
      expect((await ask(a, {}, role)).statusCode).toBe(403);
    const password = await ask(a, { currentPassword: 'not the right one' });
    expect([password.statusCode, password.json().issues]).toEqual([
      400,
      [{ path: 'currentPassword', message: 'The current password is not right.' }],
    ]);
    const name = await ask(a, { name: 'Another' });
    expect([name.statusCode, name.json().issues]).toEqual([
      400,
      [{ path: 'name', message: 'This is not the name of the organization.' }],
    ]);
    expect((await app.call('GET', path, a.tenant.tokens.owner)).json()).toEqual({ deletion: null });
  });

  it('sets the day in 30 days, says so to everyone, tells the owners, and is undone by an owner', async () => {
    const asked = await ask(a);
    expect(asked.statusCode).toBe(200);
    const { deletion } = asked.json();
    expect(new Date(deletion.dueAt).getTime() - new Date(deletion.requestedAt).getTime()).toBe(30 * dayMs);
    expect(deletion).toMatchObject({ requestedBy: 'Olive Owner', byOperator: false, reason: null });
    expect((await ask(a)).statusCode).toBe(409);
    expect((await app.call('GET', path, a.tenant.tokens.admin)).json().deletion).toEqual(deletion);
    expect((await app.call('GET', path, a.tenant.tokens.user)).statusCode).toBe(403);
    const me = await app.call('GET', '/api/tenant/auth/me', a.tenant.tokens.viewer);
    expect(me.json().deletion).toEqual({ dueAt: deletion.dueAt, byOperator: false });
    const other = await app.call('GET', '/api/tenant/auth/me', b.tenant.tokens.viewer);
    expect(other.json().deletion).toBeNull();
    await expect
      .poll(() => app.sent.filter((mail) => mail.to === a.tenant.emails.owner).map((mail) => mail.text))
      .toContainEqual(expect.stringContaining('any owner can undo it under Admin, Security.'));
    const bell = await app.call('GET', '/api/notifications', a.tenant.tokens.owner);
    expect(bell.body).toContain('Your organization will be deleted');
    expect(
      (await app.call('POST', '/api/leads', a.tenant.tokens.user, { name: 'Still works' })).statusCode,
    ).toBe(201);
    expect((await undo(a, 'admin')).statusCode).toBe(403);
    expect((await undo(a)).json()).toEqual({ deletion: null });
    expect((await undo(a)).statusCode).toBe(409);
    expect(await auditOf(a.tenant.tokens.owner)).toEqual(
      expect.arrayContaining(['organization.deletion-requested', 'organization.deletion-undone']),
    );
    await expect
      .poll(() => app.sent.map((mail) => `${mail.to} ${mail.text}`))
      .toContainEqual(expect.stringContaining(`The deletion of ${nameOf(a)} was undone.`));
  });

  it('is refused for the organization of the platform', async () => {
    const answer = await app.call('POST', path, app.platformToken, {
      currentPassword: testPassword,
      name: 'AI Hub',
    });
    expect([answer.statusCode, answer.json().message]).toEqual([
      403,
      'The organization of the platform itself cannot be deleted.',
    ]);
    const operator = await app.call(
      'POST',
      `/api/tenant/saas/tenants/${app.hub.platformId}/deletion`,
      app.platformToken,
      { currentPassword: testPassword, reason: 'x' },
    );
    expect(operator.statusCode).toBe(404);
  });
});

describe('the platform owner', () => {
  it('asks for it with password and reason, which the owners read and cannot undo', async () => {
    const at = operated(a);
    const right = { currentPassword: testPassword, reason: 'Fraud' };
    expect((await app.call('POST', at, a.tenant.tokens.owner, right)).statusCode).toBe(403);
    const wrong = await app.call('POST', at, app.platformToken, { ...right, currentPassword: 'no' });
    expect(wrong.json().issues).toMatchObject([{ path: 'currentPassword' }]);
    expect((await app.call('POST', at, app.platformToken, { ...right, reason: ' ' })).statusCode).toBe(400);
    const asked = await app.call('POST', at, app.platformToken, right);
    expect(asked.json().deletion).toMatchObject({
      requestedBy: 'Platform operator',
      byOperator: true,
      reason: 'Fraud',
    });
    expect((await app.call('GET', at, app.platformToken)).json()).toEqual(asked.json());
    expect((await app.call('GET', path, a.tenant.tokens.owner)).json()).toEqual(asked.json());
    const refused = await undo(a);
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'The operator of this platform asked for the deletion, and only the operator can undo it.',
    ]);
    await expect
      .poll(() => app.sent.map((mail) => `${mail.to} ${mail.text}`))
      .toContainEqual(expect.stringContaining('Reason given: Fraud'));
    expect((await app.call('DELETE', at, app.platformToken)).json()).toEqual({ deletion: null });
    expect(await auditOf(app.platformToken)).toEqual(
      expect.arrayContaining(['organization.deletion-requested', 'organization.deletion-undone']),
    );
    expect(await auditOf(a.tenant.tokens.owner)).toContain('organization.deletion-requested');
  });
});

describe('the reminders', () => {
  it('come once a week before and once a day before', async () => {
    const world = await makeWorld(app);
    await ask(world);
    const titles = async () => {
      const bell = await app.call('GET', '/api/notifications', world.tenant.tokens.owner);
      return bell
        .json()
        .map(({ title }: { title: string }) => title)
        .filter((title: string) => title.startsWith('Your organization will'));
    };
    await round(22);
    expect(await titles()).toHaveLength(1);
    await round(23.5);
    await round(24);
    expect(await titles()).toContain('Your organization will be deleted in a week');
    expect(await titles()).toHaveLength(2);
    await round(29.5);
    await round(29.6);
    expect(await titles()).toContain('Your organization will be deleted tomorrow');
    expect(await titles()).toHaveLength(3);
    await undo(world);
  });
});

describe('when the day has come', () => {
  it('everything of the organization goes, and nothing of another', async () => {
    const world = await makeWorld(app);
    const { organizationId, slug, tokens, emails } = world.tenant;
    const file = newId();
    await app.hub.services.files.put(organizationId, file, Buffer.from('x'));
    await app.hub.services.files.put(b.tenant.organizationId, file, Buffer.from('y'));
    await app.call('POST', '/api/tenant/exports', tokens.owner, { currentPassword: testPassword });
    await ask(world);
    const before = await rowsOf(b.tenant.organizationId);
    const tables = Object.keys(await rowsOf(organizationId));
    expect(tables.length).toBeGreaterThan(40);
    await round(29.9);
    expect(Object.keys(await rowsOf(organizationId))).toEqual(expect.arrayContaining(tables));

    await round(30.1);
    expect(await rowsOf(organizationId)).toEqual({});
    expect(await tablesWith(organizationId)).toEqual([]);
    expect(await app.hub.services.files.get(organizationId, file)).toBeNull();
    expect(await app.hub.services.files.get(b.tenant.organizationId, file)).not.toBeNull();
    expect(await rowsOf(b.tenant.organizationId)).toEqual(before);

    for (const token of Object.values(tokens))
      expect((await app.call('GET', '/api/tenant/auth/me', token)).statusCode).toBe(401);
    const login = await app.call('POST', '/api/tenant/auth/login', null, {
      email: emails.owner,
      password: testPassword,
      organizationSlug: slug,
    });
    expect([login.statusCode, login.json().code]).toEqual([401, 'invalid_credentials']);
    const hook = await app.call('POST', `/api/webhooks/social/${slug}`, null, { type: 'x', data: {} });
    const unknown = await app.call('POST', '/api/webhooks/social/never-was', null, { type: 'x', data: {} });
    expect(hook.statusCode).toBe(unknown.statusCode);
    const log = await app.call('GET', '/api/tenant/audit-log?search=organization.deleted', app.platformToken);
    expect(log.json()[0]).toMatchObject({ action: 'organization.deleted', subject: `Tenant ${slug}` });
    expect(await isGone(app.hub.database, organizationId)).toBe(true);
    expect(await isGone(app.hub.database, b.tenant.organizationId)).toBe(false);
  });

  it('a deletion that was stopped in the middle shuts everyone out and goes on where it was', async () => {
    const world = await makeWorld(app);
    const { organizationId, slug, tokens, emails } = world.tenant;
    const reason = { currentPassword: testPassword, reason: 'Asked for by letter' };
    expect((await app.call('POST', operated(world), app.platformToken, reason)).statusCode).toBe(200);
    let pieces = 0;
    const work = inDays(31);
    const stopped = await deleteOrganization(work, organizationId, () => {
      pieces += 1;
      return pieces <= 30;
    });
    expect(stopped).toBe(false);
    expect(Object.keys(await rowsOf(organizationId)).length).toBeGreaterThan(3);
    for (const token of Object.values(tokens))
      expect((await app.call('GET', '/api/tenant/auth/me', token)).statusCode).toBe(401);
    const login = await app.call('POST', '/api/tenant/auth/login', null, {
      email: emails.owner,
      password: testPassword,
    });
    expect([login.statusCode, login.json().code]).toEqual([401, 'invalid_credentials']);
    expect(await isGone(app.hub.database, organizationId)).toBe(true);
    const late = await app.call('DELETE', operated(world), app.platformToken);
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'The deletion of this organization has begun and cannot be undone any more.',
    ]);
    const taken = await owner(`select 1 from organizations where slug = '${slug}'`);
    expect(taken.rows).toHaveLength(1);
    await round(31);
    expect(await rowsOf(organizationId)).toEqual({});
    expect(await tablesWith(organizationId)).toEqual([]);
    // Addresses that hold the subdomain still stand in other people's websites: nobody else gets it.
    const again = await app.hub.database.asPlatform('a test asks whether a subdomain is free', (tx) =>
      refuseTakenSlug(tx, slug).catch((error: unknown) => error),
    );
    expect(again).toMatchObject({ code: 'slug_taken' });
  });
});
