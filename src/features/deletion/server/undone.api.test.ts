import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Tenant, type TestApp, testPassword } from '#server/testing/test-app.ts';
import { deleteDue } from './delete-due.ts';
import { deleteOrganization } from './delete-organization.ts';

const path = '/api/tenant/organizations/current/deletion';
const dayMs = 86_400_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

/** A tenant with a lead, whose deletion was asked for. */
async function leaving(): Promise<Tenant> {
  const tenant = await app.tenant();
  await app.call('POST', '/api/leads', tenant.tokens.owner, { name: 'Kept' });
  const body = { currentPassword: testPassword, name: `Tenant ${tenant.slug}` };
  expect((await app.call('POST', path, tenant.tokens.owner, body)).statusCode).toBe(200);
  return tenant;
}

const undo = (tenant: Tenant) => app.call('DELETE', path, tenant.tokens.owner);

/** What the job works with so many days from now; `beforeFiles` runs before files of an organization are removed. */
function work(days: number, beforeFiles: (organizationId: string) => Promise<void> = async () => {}) {
  const { database, log, services } = app.hub;
  const clock = { now: () => new Date(services.clock.now().getTime() + days * dayMs) };
  const { files } = services;
  const watched = {
    put: files.put.bind(files),
    get: files.get.bind(files),
    remove: files.remove.bind(files),
    removeAll: async (organizationId: string) => {
      await beforeFiles(organizationId);
      await files.removeAll(organizationId);
    },
  };
  return { organization: null, database, log, services: { ...services, clock, files: watched } };
}

/** What an owner still finds: the lead, or the status of the refusal. */
async function lead(tenant: Tenant): Promise<string | number> {
  const answer = await app.call('GET', '/api/leads', tenant.tokens.owner);
  return answer.statusCode === 200 ? String(answer.json()[0]?.name) : answer.statusCode;
}

describe('a deletion that was undone', () => {
  it('while the round that found it was busy with another organization deletes nothing', async () => {
    const tenants = [await leaving(), await leaving()];
    const undone: Tenant[] = [];
    const context = work(31, async (organizationId) => {
      const other = tenants.find((one) => one.organizationId !== organizationId);
      if (!other || undone.length > 0) return;
      expect((await undo(other)).statusCode).toBe(200);
      undone.push(other);
    });
    await deleteDue.execute(context, {}, { attempt: 1, signal: new AbortController().signal });
    expect(undone).toHaveLength(1);
    for (const tenant of tenants) expect(await lead(tenant)).toBe(undone.includes(tenant) ? 'Kept' : 401);
  });

  it('and asked for again waits for its new day', async () => {
    const tenant = await leaving();
    expect(await deleteOrganization(work(29), tenant.organizationId, () => true)).toBe(false);
    expect(await lead(tenant)).toBe('Kept');
    expect((await undo(tenant)).statusCode).toBe(200);
  });

  it('in the moment when it begins either keeps everything or was refused', async () => {
    const rounds = await Promise.all(Array.from({ length: 12 }, () => leaving()));
    for (const [wait, tenant] of rounds.entries()) {
      const [answer] = await Promise.all([
        setTimeout(wait % 4).then(() => undo(tenant)),
        setTimeout(Math.floor(wait / 4) * 3).then(() =>
          deleteOrganization(work(31), tenant.organizationId, () => true),
        ),
      ]);
      expect([200, 401, 409]).toContain(answer.statusCode);
      if (answer.statusCode === 409)
        expect(answer.json().message).toBe(
          'The deletion of this organization has begun and cannot be undone any more.',
        );
      expect(await lead(tenant), `undo answered ${answer.statusCode}`).toBe(
        answer.statusCode === 200 ? 'Kept' : 401,
      );
    }
  });
});
