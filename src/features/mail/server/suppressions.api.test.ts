import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suppressions } from '#server/db/tables.ts';
import { suppress } from '#server/integrations/suppressions.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import type { Suppression } from '../suppression-contract.ts';

const path = '/api/tenant/suppressions';
let app: TestApp;
let named = 0;

beforeAll(async () => {
  app = await startTestApp({ withMailer: true });
});
afterAll(() => app.close());

function add(tenant: Tenant, address: string, reason?: string) {
  return app.call('POST', path, tenant.tokens.user, { address, ...(reason ? { reason } : {}) });
}

async function list(tenant: Tenant): Promise<Suppression[]> {
  return (await app.call('GET', path, tenant.tokens.user)).json();
}

async function leadOf(tenant: Tenant, contact: string): Promise<string> {
  named += 1;
  const made = await app.call('POST', '/api/leads', tenant.tokens.user, {
    name: `Jane ${named}`,
    contact_email: contact,
  });
  return made.json().thread_id;
}

describe('addresses that get no more mail', () => {
  it('are added once, stop replies in any case, are shown in the plan, and lifted by the owner with a reason', async () => {
    const tenant = await app.tenant();
    const threadId = await leadOf(tenant, 'Jane@Client.example');
    const added = await add(tenant, 'JANE@client.example', 'Wrote that she wants no mail.');
    expect(added.statusCode, added.body).toBe(201);
    expect(added.json()).toEqual({
      id: expect.any(String),
      address: 'jane@client.example',
      cause: 'manual',
      reason: 'Wrote that she wants no mail.',
      recordedBy: 'user Person',
      createdAt: expect.any(String),
    });
    expect((await add(tenant, 'jane@client.example', 'Again')).json()).toEqual(added.json());
    expect(await list(tenant)).toEqual([added.json()]);
    const reply = () =>
      app.call('POST', `/api/leads/${threadId}/reply`, tenant.tokens.user, { content: 'Hello.' });
    expect((await reply()).statusCode).toBe(409);
    const plan = () => app.call('GET', `/api/leads/${threadId}/reply`, tenant.tokens.user);
    expect((await plan()).json().stopped).toEqual([
      { id: added.json().id, address: 'Jane@Client.example', reason: 'Wrote that she wants no mail.' },
    ]);

    const lift = (role: 'admin' | 'owner', body: object) =>
      app.call('DELETE', `${path}/${added.json().id}`, tenant.tokens[role], body);
    expect((await lift('admin', { reason: 'She called.' })).statusCode).toBe(403);
    expect((await lift('owner', { reason: '  ' })).statusCode).toBe(400);
    expect((await lift('owner', { reason: 'She called and asked for the offer.' })).statusCode).toBe(204);
    expect((await lift('owner', { reason: 'Once more.' })).statusCode).toBe(404);
    expect(await list(tenant)).toEqual([]);
    expect((await plan()).json().stopped).toEqual([]);
    expect((await reply()).statusCode).toBe(202);
    const log = (await app.call('GET', '/api/tenant/audit-log', tenant.tokens.owner)).json();
    expect(log).toContainEqual(
      expect.objectContaining({
        action: 'suppression.lifted',
        subject: added.json().id,
        details: {
          address: 'jane@client.example',
          cause: 'manual',
          reason: 'She called and asked for the offer.',
        },
      }),
    );
  });

  it('come in pages, each once, newest first, and only those of the organization', async () => {
    const tenant = await app.tenant();
    const other = await app.tenant();
    await add(other, 'other@client.example');
    for (let n = 0; n < 7; n += 1) await add(tenant, `p${n}@client.example`);
    const seen: (string | null)[] = [];
    for (let next: string | undefined = `${path}?limit=3`; next; ) {
      const answer = await app.call('GET', next, tenant.tokens.user);
      expect(answer.headers['x-total-count']).toBe('7');
      seen.push(...answer.json().map((one: Suppression) => one.address));
      next = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1];
    }
    expect(seen).toHaveLength(7);
    expect(new Set(seen)).toEqual(new Set(Array.from({ length: 7 }, (_, n) => `p${n}@client.example`)));
    expect((await app.call('GET', path, tenant.tokens.viewer)).statusCode).toBe(403);
  });

  it('are still stopped, and not named any more, when the last lead of the person was deleted', async () => {
    const tenant = await app.tenant();
    const [first, second] = [
      await leadOf(tenant, 'Jane@client.example'),
      await leadOf(tenant, 'jane@client.example'),
    ];
    await add(tenant, 'jane@client.example', 'jane@client.example asked for it.');
    const remove = (threadId: string) => app.call('DELETE', `/api/leads/${threadId}`, tenant.tokens.admin);
    expect((await remove(first)).statusCode).toBe(204);
    expect(await list(tenant)).toMatchObject([{ address: 'jane@client.example' }]);
    expect((await remove(second)).statusCode).toBe(204);
    expect(await list(tenant)).toMatchObject([
      { address: null, cause: 'manual', reason: 'The details were deleted together with the person.' },
    ]);
    const stored = await app.hub.database
      .forOrganization(tenant.organizationId)
      .db.select()
      .from(suppressions);
    expect(JSON.stringify(stored)).not.toContain('jane');
    const third = await leadOf(tenant, 'jane@client.example');
    const reply = await app.call('POST', `/api/leads/${third}/reply`, tenant.tokens.user, { content: 'Hi.' });
    expect(reply.json().code).toBe('suppressed');
  });

  it('by unsubscribing do not stop answers to a lead', async () => {
    const tenant = await app.tenant();
    const threadId = await leadOf(tenant, 'jane@client.example');
    await app.hub.database.forOrganization(tenant.organizationId).tx((tx) =>
      suppress(tx, app.hub.services.seal, {
        address: 'jane@client.example',
        cause: 'unsubscribe',
        reason: 'Unsubscribed.',
        recordedBy: 'The recipient',
      }),
    );
    const plan = await app.call('GET', `/api/leads/${threadId}/reply`, tenant.tokens.user);
    expect(plan.json().stopped).toEqual([]);
    const reply = await app.call('POST', `/api/leads/${threadId}/reply`, tenant.tokens.user, {
      content: 'Hi.',
    });
    expect(reply.statusCode).toBe(202);
  });
});
