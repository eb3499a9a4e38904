import { afterAll, beforeAll, expect, it } from 'vitest';
import { can, isPermission, permissions } from '#shared/access.ts';
import { tenantTableNames } from '../db/tenant-table.ts';
import { features } from '../features.ts';
import type { Route } from '../http/route.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { nameOf } from './contract-rules.ts';
import { samples, urlOf } from './samples.ts';
import { makeWorld, type World } from './world.ts';

/** The internal area's cookie at every endpoint, with a tenant's ids: the part of the access matrix that has no token. */
const code = 'billboard-harbour-7';
const routes = features.flatMap((feature) => feature.routes);
const guarded = routes.filter(
  ({ endpoint }) => endpoint.access !== 'public' && endpoint.access !== 'signed-link',
);
/** What belongs to a person: nobody is signed in here. */
const personal = /^\w+ \/api\/lead-list\/filters/;

let app: TestApp;
let world: World;
let cookie: string;
beforeAll(async () => {
  app = await startTestApp({ withMailer: true, env: { LEGACY_ACCESS_CODE: code } });
  world = await makeWorld(app);
  const entered = await app.call('POST', '/api/legacy/session', null, { code });
  cookie = String(entered.headers['set-cookie']).split(';')[0] ?? '';
});
afterAll(() => app.close());

function mayUse({ endpoint: { access } }: Route): boolean {
  if (access === 'legacy') return true;
  return isPermission(access) && permissions[access].legacy && can('user', access);
}

/** Reading comes first, before the samples' texts are stored as the platform's own; leaving last: it uses the cookie up. */
function order(route: Route): number {
  if (nameOf(route.endpoint) === 'DELETE /api/legacy/session') return 2;
  return route.endpoint.method === 'GET' ? 0 : 1;
}

async function rowsOf(organizationId: string): Promise<string> {
  const digests: string[] = [];
  for (const table of tenantTableNames()) {
    const column = table === 'organizations' ? 'id' : 'organization_id';
    const rows = await app.hub.database.asPlatform('the matrix compares all rows of a tenant', (tx) =>
      tx.db.execute(
        `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${table} t where ${column} = '${organizationId}'`,
      ),
    );
    digests.push(`${table}:${String(rows[0]?.digest)}`);
  }
  return digests.join('\n');
}

it('reaches what the access table says, nothing of a tenant and nothing of a person', async () => {
  const before = await rowsOf(world.tenant.organizationId);
  let used = 0;
  for (const route of guarded.toSorted((x, y) => order(x) - order(y))) {
    const name = nameOf(route.endpoint);
    const { body, headers, ...address } = samples[name]?.(world) ?? {};
    const { method, path } = route.endpoint;
    const answer = await app.call(method, urlOf(path, address), null, body, { ...headers, cookie });
    const said = `${name} ${answer.statusCode} ${answer.body.slice(0, 200)}`;
    if (path.startsWith('/api/v2/')) {
      expect(answer.statusCode, said).toBe(401);
    } else if (!mayUse(route) || personal.test(name)) {
      expect([answer.statusCode, answer.json().code], said).toEqual([403, 'forbidden']);
    } else {
      used += 1;
      const named = Object.keys(route.endpoint.params.shape).some((one) => one in route.endpoint.ids);
      if (named) expect(answer.statusCode, said).toBe(404);
      else expect([401, 403, 500], said).not.toContain(answer.statusCode);
    }
    if (method === 'GET') expect(answer.body, said).not.toContain(world.canary);
  }
  expect(used).toBeGreaterThan(50);
  expect(await rowsOf(world.tenant.organizationId)).toBe(before);
}, 300_000);

it('opens nothing under /api/v2', async () => {
  const entered = await app.call('POST', '/api/legacy/session', null, { code });
  const again = String(entered.headers['set-cookie']).split(';')[0] ?? '';
  for (const path of ['leads', 'social-posts', 'prospects', 'database/schema'])
    expect((await app.call('GET', `/api/v2/${path}`, null, undefined, { cookie: again })).statusCode).toBe(
      401,
    );
});
