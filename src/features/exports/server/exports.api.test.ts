import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeWorld, type World } from '#server/guards/world.ts';
import { newId } from '#server/ids.ts';
import { startTestApp, type TestApp, testPassword } from '#server/testing/test-app.ts';
import { removeExpiredExports } from './exports.ts';
import { organizationExports } from './tables.ts';

let app: TestApp;
let a: World;
let b: World;
beforeAll(async () => {
  app = await startTestApp({ withMailer: true, jobs: true });
  [a, b] = [await makeWorld(app), await makeWorld(app)];
});
afterAll(() => app.close());

const start = (world: World, currentPassword = testPassword, role: 'owner' | 'admin' = 'owner') =>
  app.call('POST', '/api/tenant/exports', world.tenant.tokens[role], { currentPassword });

async function ready(
  world: World,
  id: string,
): Promise<{ rows: number; tablesDone: number; tablesTotal: number }> {
  const state = async () => {
    const list = await app.call('GET', '/api/tenant/exports', world.tenant.tokens.owner);
    return list.json().find((one: { id: string }) => one.id === id);
  };
  await expect.poll(async () => (await state()).state).toBe('ready');
  return state();
}

describe('the export of everything', () => {
  it('is for an owner who says the password again, one at a time', async () => {
    expect((await start(a, testPassword, 'admin')).statusCode).toBe(403);
    expect((await start(a, 'not the right one')).json().issues).toMatchObject([{ path: 'currentPassword' }]);
  });

  it('is one at a time, also where several are asked for at once', async () => {
    const world = await makeWorld(app);
    const answers = await Promise.all([start(world), start(world), start(world), start(world)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      202, 409, 409, 409,
    ]);
  });

  it('may begin again when the process of the last one died', async () => {
    const { db } = app.hub.database.forOrganization(b.tenant.organizationId);
    const died = (createdAt: Date) => ({
      id: newId(),
      state: 'running' as const,
      requestedBy: 'x',
      requestedById: b.tenant.userIds.owner,
      createdAt,
    });
    const [recent, old] = [died(new Date()), died(new Date(Date.now() - 2 * 3_600_000))];
    await db.insert(organizationExports).values(recent);
    expect((await start(b)).json()).toMatchObject({ code: 'in_progress' });
    await db.delete(organizationExports);
    await db.insert(organizationExports).values(old);
    await ready(b, String((await start(b)).json().id));
    const list = await app.call('GET', '/api/tenant/exports', b.tenant.tokens.owner);
    expect(list.json().find((one: { id: string }) => one.id === old.id)).toMatchObject({ state: 'failed' });
  });

  it('holds every table as JSON and CSV, all of this organization and nothing of another, and no secret', async () => {
    const started = await start(a);
    expect(started.statusCode).toBe(202);
    const id = String(started.json().id);
    const done = await ready(a, id);
    expect(done.tablesDone).toBe(done.tablesTotal);
    const file = await app.call('GET', `/api/tenant/exports/${id}/file`, a.tenant.tokens.owner);
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'application/zip']);
    const entries = unzipSync(file.rawPayload);
    const text = (name: string) => strFromU8(entries[name] ?? new Uint8Array(0));
    const leads: Record<string, unknown>[] = JSON.parse(text('json/leads.json'));
    expect(leads.map((lead) => lead.name)).toContain(a.canary);
    expect(text('csv/leads.csv')).toContain(a.canary);
    const users: Record<string, unknown>[] = JSON.parse(text('json/users.json'));
    expect(users).toHaveLength(5);
    expect(Object.keys(users[0] ?? {})).not.toContain('password_hash');
    let rows = 0;
    for (const name of Object.keys(entries).filter((one) => one.startsWith('json/'))) {
      const table: unknown[] = JSON.parse(text(name));
      rows += table.length;
      expect(entries[name.replaceAll('json', 'csv')], name).toBeDefined();
    }
    expect(rows).toBe(done.rows);
    const all = Object.keys(entries).map(text).join('\n');
    expect(all).not.toContain(b.canary);
    expect(all).not.toContain('$argon2id$');
    expect(all).not.toMatch(/"(password_hash|key_hash|token_hash|imap_secret|smtp_secret|sealed_key)"/);
  });

  it('holds pictures and uploads byte by byte, and lists what is missing', async () => {
    const { services } = app.hub;
    const { organizationId, tokens } = a.tenant;
    const upload = async (name: string, bytes: Buffer) => {
      const path = `/api/files?name=${encodeURIComponent(name)}`;
      const headers = { 'content-type': 'application/octet-stream' };
      const answer = await app.call('POST', path, tokens.user, bytes, headers);
      expect(answer.statusCode).toBe(201);
      return String(answer.json().id);
    };
    const notes = Buffer.from('left, right\n'.repeat(500_000));
    const kept = await upload('../Notes: März.txt', notes);
    const lost = await upload('lost.txt', Buffer.from('x'));
    await services.files.remove(organizationId, lost);
    const id = String((await start(a)).json().id);
    await ready(a, id);
    const file = await app.call('GET', `/api/tenant/exports/${id}/file`, tokens.owner);
    const entries = unzipSync(file.rawPayload);
    const uploads = Object.keys(entries).filter((name) => name.startsWith(`files/uploads/${kept}/`));
    expect(uploads).toEqual([`files/uploads/${kept}/Notes_ März.txt`]);
    expect(Buffer.from(entries[uploads[0] ?? ''] ?? []).equals(notes)).toBe(true);
    const images: { id: string }[] = JSON.parse(strFromU8(entries['json/images.json'] ?? new Uint8Array(0)));
    expect(images.length).toBeGreaterThan(0);
    for (const image of images) {
      const [name = ''] = Object.keys(entries).filter((one) => one.startsWith(`files/pictures/${image.id}.`));
      expect(entries[name]?.byteLength, image.id).toBeGreaterThan(0);
    }
    const list = strFromU8(entries['files/left-out.csv'] ?? new Uint8Array(0));
    expect(list).toContain(`uploads/${lost}/lost.txt,1,"It was deleted while the export was made`);
    expect(list).not.toContain(kept);
  });

  it('is found by its own organization’s owner alone, told of behind the bell, and gone after its days', async () => {
    const id = String((await start(b)).json().id);
    await ready(b, id);
    const at = `/api/tenant/exports/${id}/file`;
    expect((await app.call('GET', at, a.tenant.tokens.owner)).statusCode).toBe(404);
    expect((await app.call('GET', at, b.tenant.tokens.admin)).statusCode).toBe(403);
    const bell = await app.call('GET', '/api/notifications', b.tenant.tokens.owner);
    expect(bell.body).toContain('Your export is ready');
    const log = await app.call('GET', '/api/tenant/audit-log?search=export', b.tenant.tokens.owner);
    const actions = log.json().map((one: { action: string }) => one.action);
    expect(actions).toEqual(expect.arrayContaining(['export.started', 'export.ready']));
    const { hub } = app;
    const services = { ...hub.services, clock: { now: () => new Date(Date.now() + 8 * 86_400_000) } };
    const run = { attempt: 1, signal: new AbortController().signal };
    await removeExpiredExports.execute(
      { organization: null, database: hub.database, log: hub.log, services },
      {},
      run,
    );
    expect((await app.call('GET', at, b.tenant.tokens.owner)).statusCode).toBe(404);
    expect((await app.call('GET', '/api/tenant/exports', b.tenant.tokens.owner)).json()).toEqual([]);
  });
});
