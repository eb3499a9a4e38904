import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { features } from '../features.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { testDatabaseUrl } from '../testing/test-database.ts';
import { nameOf } from './contract-rules.ts';
import { samples, urlOf } from './samples.ts';
import { makeWorld, type World } from './world.ts';

/**
 * Each of the two walls holds alone: row level security without the query filter, and the query
 * filter without row level security. The switches exist in tests only.
 */
const guarded = features
  .flatMap((feature) => feature.routes)
  .filter(({ endpoint }) => endpoint.access !== 'public' && endpoint.access !== 'signed-link');

describe.each([
  ['row level security', { rowLevelSecurity: true, queryFilter: false }],
  ['the filter of the query helper', { rowLevelSecurity: false, queryFilter: true }],
])('%s alone', (_name, walls) => {
  // Only a superuser is not bound by row level security: the embedded database's session is one, the hub's role is not.
  const possible = walls.rowLevelSecurity || testDatabaseUrl === null;

  let app: TestApp;
  let a: World;
  let b: World;
  beforeAll(async () => {
    if (!possible) return;
    app = await startTestApp({ walls });
    [a, b] = [await makeWorld(app), await makeWorld(app)];
  });
  afterAll(async () => {
    if (possible) await app.close();
  });

  it.skipIf(!possible)(
    'shows and changes nothing of another tenant by id, list, search or count',
    async () => {
      for (const { endpoint } of guarded) {
        const sample = samples[nameOf(endpoint)]?.(b) ?? {};
        const named = Object.keys(endpoint.params.shape).some((name) => name in endpoint.ids);
        if (endpoint.access === 'platform-owner') continue;
        if (named) {
          const answer = await app.call(
            endpoint.method,
            urlOf(endpoint.path, sample),
            a.tenant.tokens.owner,
            sample.body,
          );
          expect(answer.statusCode, nameOf(endpoint)).toBe(404);
        } else if (endpoint.method === 'GET' && endpoint.access !== 'audit.read') {
          const answer = await app.call('GET', urlOf(endpoint.path, sample), a.tenant.tokens.owner);
          expect(answer.body, nameOf(endpoint)).not.toContain(b.canary);
        }
      }
      const search = await app.call('GET', `/api/leads?search=${b.canary}`, a.tenant.tokens.owner);
      expect([search.json(), search.headers['x-total-count']]).toEqual([[], '0']);
      const own = await app.call('GET', '/api/leads?limit=200', a.tenant.tokens.owner);
      const stats = await app.call('GET', '/api/dashboard-stats', a.tenant.tokens.owner);
      expect(stats.json().leads.total).toBe(own.json().length);
      expect((await app.call('GET', `/api/leads/${b.leadId}`, b.tenant.tokens.owner)).json()).toMatchObject({
        name: b.canary,
        stage: 'new',
      });
    },
  );
});
