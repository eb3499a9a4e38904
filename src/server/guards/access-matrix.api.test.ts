import { eq } from 'drizzle-orm';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#features/organization/server/tables.ts';
import { can, isPermission, keyCan, type Role, roles } from '#shared/access.ts';
import { assemble, isDeclared } from '../app.ts';
import { tenantTableNames } from '../db/tenant-table.ts';
import { features } from '../features.ts';
import { type Route, worksWhenEnded } from '../http/route.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { tokenParts } from '../testing/token-parts.ts';
import { nameOf } from './contract-rules.ts';
import { samples, urlOf } from './samples.ts';
import { makeWorld, type World } from './world.ts';

/**
 * Every endpoint with every kind of caller and with another tenant's ids, expected from the contracts alone
 *. A new endpoint is in it by itself, and needs a sample request.
 */
const routes = features.flatMap((feature) => feature.routes);
const guarded = routes.filter(
  ({ endpoint }) => endpoint.access !== 'public' && endpoint.access !== 'signed-link',
);
/** Calls of the platform's owner, and those that a tenant's people make. */
const ofPlatform = guarded.filter(({ endpoint }) => endpoint.access === 'platform-owner');
const ofTenants = guarded.filter(({ endpoint }) => endpoint.access !== 'platform-owner');
const linked = routes.filter(({ endpoint }) => endpoint.access === 'signed-link');

/** What calls answer to who may make them, because something outside is not there or the row is in another state. */
const notNow: Readonly<Record<string, number>> = {
  'POST /api/tenant/auth/totp/confirm': 409,
  'GET /api/tenant/exports/:id/file': 404,
  'DELETE /api/tenant/organizations/current/deletion': 409,
  'POST /api/tenant/mailbox/check': 503,
  'POST /api/social-deliveries/:id/replay': 409,
  'POST /api/social-posts/:id/request-approval': 409,
  'POST /api/social-posts/:id/approve': 409,
  'POST /api/social-posts/:id/decline': 409,
  'POST /api/tenant/integrations/social/connect': 503,
  'POST /api/tenant/integrations/social/connect/finish': 409,
  'POST /api/tenant/integrations/social/accounts': 404,
  'DELETE /api/tenant/integrations/social/accounts/:platform': 404,
  'POST /api/v2/ingest/social-engagement': 404,
  'PUT /api/tenant/billing/cycle': 409,
  // Nothing is going to end.
  'DELETE /api/tenant/billing/ending': 409,
  'POST /api/tenant/billing/checkout': 503,
  'POST /api/tenant/billing/portal': 503,
};

/** Calls for the person who wrote the row, here the owner. */
const ownOnly = new Set([
  'PATCH /api/leads/:thread_id/notes/:note_id',
  'DELETE /api/leads/:thread_id/notes/:note_id',
]);

let app: TestApp;
/** A works, B is the other tenant, `ended` and `suspended` may not write. */
let a: World;
let b: World;
beforeAll(async () => {
  app = await startTestApp({ withMailer: true });
  [a, b] = [await makeWorld(app), await makeWorld(app)];
});
afterAll(() => app.close());

async function request(
  route: Route,
  token: string | null,
  world: World,
  change: { params?: Record<string, string> } = {},
) {
  const sample = samples[nameOf(route.endpoint)]?.(world) ?? {};
  const url = urlOf(route.endpoint.path, { ...sample, ...change });
  return app.call(route.endpoint.method, url, token, sample.body, sample.headers);
}

function allowedByRole(route: Route, role: Role): boolean {
  const { access } = route.endpoint;
  if (access === 'signed-in') return true;
  return isPermission(access) && can(role, access);
}

async function rowsOf(organizationId: string): Promise<string> {
  const digests: string[] = [];
  for (const table of tenantTableNames()) {
    const column = table === 'organizations' ? 'id' : 'organization_id';
    if (table === 'audit_log' || table === 'sessions') continue;
    const rows = await app.hub.database.asPlatform('the matrix compares all rows of a tenant', (tx) =>
      tx.db.execute(
        `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${table} t where ${column} = '${organizationId}'`,
      ),
    );
    digests.push(`${table}:${String(rows[0]?.digest)}`);
  }
  return digests.join('\n');
}

describe('samples', () => {
  it('exist for every endpoint', () => {
    expect(routes.map((route) => nameOf(route.endpoint)).filter((name) => !(name in samples))).toEqual([]);
  });
});

describe('who is not signed in', () => {
  it.each([
    ['no token', null],
    ['garbage', 'garbage-token-of-some-length'],
    [
      'a token that was never given',
      'hub_AAAAAAAAAAAAAAAAAAAAAA_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    ],
  ])('%s gets 401 everywhere', async (_name, token) => {
    for (const route of guarded) {
      const answer = await request(route, token, a);
      expect(answer.statusCode, nameOf(route.endpoint)).toBe(401);
      expect(answer.json().code).toBe('unauthenticated');
    }
  });

  it('a revoked token and a deactivated user get 401 everywhere', async () => {
    const world = await makeWorld(app);
    await app.call('POST', '/api/tenant/auth/logout', world.tenant.tokens.user);
    const off = await app.call(
      'PUT',
      `/api/tenant/users/${world.tenant.userIds.admin}`,
      world.tenant.tokens.owner,
      { isActive: false },
    );
    expect(off.statusCode).toBe(200);
    for (const route of guarded) {
      for (const role of ['user', 'admin'] as const) {
        expect(
          (await request(route, world.tenant.tokens[role], world)).statusCode,
          nameOf(route.endpoint),
        ).toBe(401);
      }
    }
  });
});

describe('a user who must change the password', () => {
  it('gets 403 password_change_required everywhere but where the contract says otherwise', async () => {
    const world = await makeWorld(app);
    await app.hub.database.forOrganization(world.tenant.organizationId).tx(async (tx) => {
      await tx.db
        .update(users)
        .set({ mustChangePassword: true })
        .where(eq(users.id, world.tenant.userIds.owner));
      tx.notify({ kind: 'organization', o: world.tenant.organizationId });
    });
    for (const route of guarded.filter((one) => !one.endpoint.whilePasswordDue)) {
      const answer = await request(route, world.tenant.tokens.owner, world);
      expect([answer.statusCode, answer.json().code], nameOf(route.endpoint)).toEqual([
        403,
        'password_change_required',
      ]);
    }
    expect((await app.call('GET', '/api/tenant/auth/me', world.tenant.tokens.owner)).statusCode).toBe(200);
  });
});

describe.each(roles)('a %s', (role) => {
  it('may do what the access table says and nothing else (S2)', async () => {
    // What is refused or only reads changes nothing, so that all of these can share a world.
    const shared = await makeWorld(app);
    const before = await rowsOf(shared.tenant.organizationId);
    for (const route of guarded) {
      const writes = allowedByRole(route, role) && route.endpoint.method !== 'GET';
      const world = writes ? await makeWorld(app) : shared;
      const answer = await request(route, world.tenant.tokens[role], world);
      const name = `${role}: ${nameOf(route.endpoint)} ${answer.body.slice(0, 200)}`;
      if (allowedByRole(route, role)) {
        // A refusal of the body's content (a wrong current password) is still an answer to somebody who may ask; a
        // session is found by the person whose it is.
        const own = route.endpoint.access === 'signed-in' && role !== 'owner' ? [404] : [];
        const written = ownOnly.has(nameOf(route.endpoint)) && role !== 'owner' ? [403] : [];
        const later = notNow[nameOf(route.endpoint)];
        expect([200, 201, 202, 204, 400, ...own, ...written, ...(later ? [later] : [])], name).toContain(
          answer.statusCode,
        );
      } else {
        expect([answer.statusCode, answer.json().code], name).toEqual([403, 'forbidden']);
        const absent = await request(route, world.tenant.tokens[role], world, {
          params: absentParams(route),
        });
        expect(absent.statusCode, `${name}: does not depend on the object`).toBe(403);
      }
    }
    expect(await rowsOf(shared.tenant.organizationId)).toBe(before);
  }, 600_000);
});

/** Signing out comes last: the token is used up after it. */
function last(route: Route): number {
  return route.endpoint.path.endsWith('/logout') ? 1 : 0;
}

function absentParams(route: Route): Record<string, string> {
  return Object.fromEntries(
    Object.keys(route.endpoint.params.shape).map((name) => [name, '01a21f5b-0000-7000-8000-000000000000']),
  );
}

describe('a platform owner', () => {
  it('is refused nothing of the platform, and an owner of a tenant all of it', async () => {
    // What the operator does to a tenant changes what the tenant may do: not with one that others use.
    const world = await makeWorld(app);
    for (const route of ofPlatform) {
      const answer = await request(route, app.platformToken, world);
      expect(answer.statusCode, `${nameOf(route.endpoint)} ${answer.body.slice(0, 200)}`).toBeLessThan(300);
      expect((await request(route, a.tenant.tokens.owner, a)).statusCode).toBe(403);
    }
  });

  it('acts on tenants only: its own organization is as absent as one that never was, and so is a row of another tenant', async () => {
    for (const route of ofPlatform) {
      const names = Object.keys(route.endpoint.params.shape).filter((name) => name in route.endpoint.ids);
      for (const name of names) {
        const sample = samples[nameOf(route.endpoint)]?.(a) ?? {};
        const others = name === 'organizationId' ? [app.hub.platformId] : [b.billingRequestId, b.invoiceId];
        for (const other of [...others, '01a21f5b-0000-7000-8000-000000000000', 'x', '%00']) {
          const params = { ...sample.params, [name]: other };
          const answer = await request(route, app.platformToken, a, { params });
          expect(answer.statusCode, nameOf(route.endpoint)).toBe(404);
        }
      }
    }
  });

  it('gets none of a tenant’s content', async () => {
    for (const route of ofTenants.filter((one) => Object.keys(one.endpoint.ids).length > 0)) {
      const answer = await request(route, app.platformToken, b);
      // The contract's answer for an import that is unknown (shapes section 8).
      const absent = nameOf(route.endpoint) === 'POST /api/prospects/import-csv-confirm' ? 409 : 404;
      expect(answer.statusCode, nameOf(route.endpoint)).toBe(absent);
    }
  });
});

describe('an API key', () => {
  it.each(['read', 'write', 'ingest'] as const)(
    'with scope %s works under /api/v2 for what its scope holds, and nowhere else',
    async (scope) => {
      const made = await app.call('POST', '/api/tenant/api-keys', a.tenant.tokens.owner, {
        name: scope,
        scopes: [scope],
      });
      const key = String(made.json().key);
      for (const route of guarded) {
        const sample = samples[nameOf(route.endpoint)]?.(a) ?? {};
        const { access, path, method, v2 } = route.endpoint;
        const may = isPermission(access) && keyCan([scope], access);
        if (!path.startsWith('/api/v2/')) {
          const outside = await app.call(method, urlOf(path, sample), key, sample.body);
          expect(outside.statusCode, `${scope} ${nameOf(route.endpoint)}`).toBe(401);
          if (v2 === false) continue;
        }
        if (method === 'DELETE') continue;
        const inside = await app.call(
          method,
          urlOf(path.replace(/^\/api\/(?!v2\/)/, '/api/v2/'), sample),
          key,
          sample.body,
          sample.headers,
        );
        if (
          may &&
          (ownOnly.has(nameOf(route.endpoint)) || inside.statusCode === notNow[nameOf(route.endpoint)])
        )
          continue;
        if (may)
          expect(
            inside.statusCode,
            `${scope} ${nameOf(route.endpoint)} ${inside.body.slice(0, 200)}`,
          ).toBeLessThan(300);
        else expect(inside.statusCode, `${scope} ${nameOf(route.endpoint)}`).toBe(403);
      }
    },
  );
});

describe('another tenant', () => {
  const ids = ['foreign', 'absent'] as const;

  it('gets the same answer for a foreign id as for an absent one, changes nothing and reads nothing (S1)', async () => {
    const before = await rowsOf(b.tenant.organizationId);
    for (const route of ofTenants.filter((one) =>
      Object.keys(one.endpoint.params.shape).some((name) => name in one.endpoint.ids),
    )) {
      const foreign = samples[nameOf(route.endpoint)]?.(b) ?? {};
      const answers = [];
      for (const kind of ids) {
        const params = kind === 'foreign' ? (foreign.params ?? {}) : absentParams(route);
        const answer = await request(route, a.tenant.tokens.owner, a, { params });
        const { requestId: _, ...body } = answer.json();
        expect(answer.body).not.toContain(b.canary);
        answers.push({
          status: answer.statusCode,
          body,
          headers: Object.keys(answer.headers).filter((name) => name !== 'x-request-id'),
        });
      }
      expect(answers[0], nameOf(route.endpoint)).toEqual(answers[1]);
      expect(answers[0]?.status, nameOf(route.endpoint)).toBe(404);
    }
    expect(await rowsOf(b.tenant.organizationId)).toBe(before);
  });

  it.each(['1', 'null', '../x', '%00', 'a'.repeat(10_000), '["x"]', '{}'])(
    'gets 404 for the malformed id %s',
    async (id) => {
      for (const route of ofTenants) {
        const names = Object.keys(route.endpoint.params.shape).filter((name) => name in route.endpoint.ids);
        if (names.length === 0) continue;
        const answer = await request(route, a.tenant.tokens.owner, a, {
          params: Object.fromEntries(names.map((name) => [name, id])),
        });
        expect(answer.statusCode, nameOf(route.endpoint)).toBe(404);
      }
    },
  );

  it('finds none of it by list, search, count or body', async () => {
    for (const path of ['/api/leads', '/api/threads', '/api/social-posts', '/api/prospects']) {
      const found = await app.call('GET', `${path}?search=${b.canary}`, a.tenant.tokens.owner);
      expect([found.json(), found.headers['x-total-count']], path).toEqual([[], '0']);
    }
    // The audit log repeats what A itself asked for, foreign ids included.
    const reads = guarded.filter(
      (one) => one.endpoint.method === 'GET' && one.endpoint.access !== 'audit.read',
    );
    for (const route of reads) {
      expect((await request(route, a.tenant.tokens.owner, a)).body, nameOf(route.endpoint)).not.toContain(
        b.canary,
      );
    }
    const assigned = await app.call('PATCH', `/api/leads/${a.leadId}`, a.tenant.tokens.owner, {
      assignee_id: b.spareUserId,
    });
    expect(assigned.statusCode).toBe(404);
    const header = await app.call('GET', '/api/leads', a.tenant.tokens.owner, undefined, {
      'x-organization-id': b.tenant.organizationId,
      'x-tenant-id': b.tenant.organizationId,
    });
    expect(header.body).not.toContain(b.canary);
  });
});

describe.each([
  ['suspended', { status: 'suspended' as const }, 'suspended'],
  ['cancelled', { status: 'cancelled' as const }, 'cancelled'],
  ['whose trial has ended', { status: 'trial' as const, trialEnded: true }, 'trial_ended'],
])('a tenant that is %s', (_name, state, code) => {
  it('reads, and is told why it cannot write', async () => {
    const tenant = await app.tenant(state);
    const world: World = { ...a, tenant, canary: 'x' };
    const ordered = guarded
      .filter((one) => one.endpoint.access !== 'platform-owner')
      .toSorted((x, y) => last(x) - last(y));
    for (const route of ordered) {
      const answer = await request(route, tenant.tokens.owner, world);
      if (worksWhenEnded(route.endpoint)) expect(answer.statusCode, nameOf(route.endpoint)).not.toBe(402);
      else expect([answer.statusCode, answer.json().code], nameOf(route.endpoint)).toEqual([402, code]);
    }
  });
});

describe('a module that is not active', () => {
  it('answers 403 module_inactive at every one of its calls', async () => {
    const tenant = await app.tenant({ modules: ['outreach'] });
    for (const route of guarded.filter((one) => one.module !== null && one.module !== 'outreach')) {
      const answer = await request(route, tenant.tokens.owner, { ...a, tenant });
      expect([answer.statusCode, answer.json().code], nameOf(route.endpoint)).toEqual([
        403,
        'module_inactive',
      ]);
    }
  });
});

describe('every answer', () => {
  it('is dull and carries its request id and the security headers, also a 404 and a 405', async () => {
    const missing = await app.call('GET', '/api/nothing', a.tenant.tokens.owner);
    expect([missing.statusCode, missing.json().code]).toEqual([404, 'not_found']);
    const method = await app.call('DELETE', '/api/leads', a.tenant.tokens.owner);
    expect([method.statusCode, method.json().code, method.headers.allow]).toEqual([
      405,
      'method_not_allowed',
      'GET, POST',
    ]);
    for (const answer of [missing, method, await app.call('GET', '/api/leads', null)]) {
      expect(answer.json().requestId).toBe(answer.headers['x-request-id']);
      expect(answer.headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
      expect(answer.headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe-inline/);
      expect(answer.headers['content-security-policy']).toMatch(/img-src 'self' https: data: blob:;/);
      expect(answer.headers['content-security-policy']).toMatch(/connect-src 'self' ws:[^;]+wss:[^;]+;/);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it('comes from a route that was declared: one that is added past the contracts is seen', async () => {
    expect(await undeclaredRoutes(() => undefined)).toEqual([]);
    const planted = await undeclaredRoutes((fastify) => fastify.get('/api/planted', () => ({})));
    expect(planted).toEqual(['GET /api/planted']);
  });
});

async function undeclaredRoutes(plant: (fastify: FastifyInstance) => void): Promise<string[]> {
  const found: string[] = [];
  const fastify = Fastify();
  fastify.addHook('onRoute', ({ method, url, config }) => {
    if (!isDeclared(config) && method !== 'HEAD') found.push(`${String(method)} ${url}`);
  });
  const { realtime } = await assemble(fastify, app.hub, routes, '/nowhere');
  plant(fastify);
  await fastify.ready();
  await realtime.stop();
  await fastify.close();
  return found;
}

describe('the holder of a signed link', () => {
  it('gets what the link is for; any other link is as if there were none', async () => {
    expect(linked.length).toBeGreaterThan(0);
    const before = await rowsOf(b.tenant.organizationId);
    for (const route of linked) {
      const sample = samples[nameOf(route.endpoint)]?.(b) ?? {};
      const right = sample.params?.token ?? '';
      const { kind, organization, bits } = tokenParts(right);
      expect(bits, nameOf(route.endpoint)).not.toBe('');
      const own = Buffer.from(a.tenant.organizationId.replaceAll('-', ''), 'hex').toString('base64url');
      const wrong = [
        `${kind}_${organization}_${bits.replace(/^./, bits.startsWith('x') ? 'y' : 'x')}`,
        `${kind}_${own}_${bits}`,
        `hub_${organization}_${bits}`,
        'x'.repeat(right.length),
      ];
      for (const token of wrong) {
        // Also for someone who is signed in: the link alone counts.
        for (const session of [null, a.tenant.tokens.owner]) {
          const answer = await request(route, session, b, { params: { token } });
          expect(answer.statusCode, nameOf(route.endpoint)).toBe(404);
          expect(answer.body).not.toContain(b.canary);
        }
      }
    }
    expect(await rowsOf(b.tenant.organizationId)).toBe(before);
    for (const route of linked) {
      const answer = await request(route, null, b);
      expect([200, 409], nameOf(route.endpoint)).toContain(answer.statusCode);
    }
  });
});
