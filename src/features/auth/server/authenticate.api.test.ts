import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { silentLogger } from '#server/testing/silent-logger.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { TokenAuthenticator } from './authenticate.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const report = (error: unknown) => silentLogger.error({ err: error }, 'unexpected');

/** One that has seen nobody yet, as after a restart. */
function fresh() {
  const { database, open, services } = app.hub;
  const looks = vi.spyOn(database, 'forOrganization');
  return {
    authenticator: new TokenAuthenticator({
      database,
      listener: open.listener,
      clock: services.clock,
      report,
    }),
    looks,
  };
}

describe('find', () => {
  it('looks once for all clients of a session that come at the same time', async () => {
    const { tokens, organizationId } = await app.tenant();
    const { authenticator, looks } = fresh();
    const found = await Promise.all(Array.from({ length: 50 }, () => authenticator.find(tokens.user)));
    expect(new Set(found.map((session) => session?.role))).toEqual(new Set(['user']));
    // Once more where the notice of the tenant's making comes in between.
    const ours = looks.mock.calls.filter(([id]) => id === organizationId);
    expect([1, 2]).toContain(ours.length);
    looks.mockRestore();
  });

  it('looks again when the session was revoked between its look and its answer', async () => {
    const { tokens } = await app.tenant();
    const { authenticator, looks } = fresh();
    const forOrganization = app.hub.database.forOrganization.bind(app.hub.database);
    looks.mockImplementationOnce((organizationId) => {
      looks.mockRestore();
      const real = forOrganization(organizationId);
      return {
        ...real,
        tx: async (work) => {
          const answer = await real.tx(work);
          await app.call('POST', '/api/tenant/auth/logout', tokens.admin);
          return answer;
        },
      };
    });
    const first = authenticator.find(tokens.admin);
    expect(await first).toBeNull();
    expect(await authenticator.find(tokens.admin)).toBeNull();
  });

  it('keeps nothing of a look that failed', async () => {
    const { tokens } = await app.tenant();
    const { authenticator, looks } = fresh();
    looks.mockImplementationOnce(() => {
      throw new Error('the database is away');
    });
    const both = await Promise.allSettled([
      authenticator.find(tokens.viewer),
      authenticator.find(tokens.viewer),
    ]);
    expect(both.map(({ status }) => status)).toContain('rejected');
    expect(await authenticator.find(tokens.viewer)).toMatchObject({ role: 'viewer' });
    looks.mockRestore();
  });
});
