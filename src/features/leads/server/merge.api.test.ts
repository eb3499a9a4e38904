import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let named = 0;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function ingest(tenant: Tenant, fields: Record<string, string>, text: string) {
  named += 1;
  const id = `m${named}@client.example`;
  const raw = [
    ...Object.entries({ 'Message-ID': `<${id}>`, ...fields }).map(([name, value]) => `${name}: ${value}`),
    '',
    text,
  ].join('\r\n');
  const answer = await app.call('POST', '/api/v2/ingest/messages', tenant.tokens.owner, raw, {
    'content-type': 'message/rfc822',
  });
  const [result] = answer.json().results;
  return { id, row: String(result.id), threadId: String(result.threadId), lead: result.lead };
}

const get = async (tenant: Tenant, path: string) =>
  (await app.call('GET', path, tenant.tokens.viewer)).json();
const texts = async (tenant: Tenant, threadId: string): Promise<string[]> =>
  (await get(tenant, `/api/correspondence/${threadId}`)).map((one: { content: string }) => one.content);

describe('notes', () => {
  it('stand between the messages, count in nothing, and are their writer’s to change', async () => {
    const tenant = await app.tenant();
    const first = await ingest(tenant, { From: 'Jane <jane@x.example>', Subject: 'Hi' }, 'Hello');
    const path = `/api/leads/${first.threadId}/notes`;
    const before = await get(tenant, `/api/leads/${first.threadId}`);
    const added = await app.call('POST', path, tenant.tokens.user, { content: 'Call her on Monday' });
    expect(added.statusCode).toBe(201);
    expect(added.json()).toMatchObject({
      type: 'others',
      sender: 'user Person',
      isFromLead: false,
      delivery: null,
    });
    const after = await get(tenant, `/api/leads/${first.threadId}`);
    expect(after).toEqual(before);
    expect(await texts(tenant, first.threadId)).toEqual(['Hello', 'Call her on Monday']);
    const one = `${path}/${added.json().id}`;
    expect((await app.call('PATCH', one, tenant.tokens.admin, { content: 'x' })).statusCode).toBe(403);
    expect((await app.call('DELETE', one, tenant.tokens.admin, {})).statusCode).toBe(403);
    expect((await app.call('POST', path, tenant.tokens.viewer, { content: 'x' })).statusCode).toBe(403);
    const edited = await app.call('PATCH', one, tenant.tokens.user, { content: 'Tuesday' });
    expect(edited.json()).toMatchObject({ content: 'Tuesday', timestamp: added.json().timestamp });
    expect((await app.call('DELETE', one, tenant.tokens.user, {})).statusCode).toBe(204);
    expect(await texts(tenant, first.threadId)).toEqual(['Hello']);
  });

  it('written while their lead is merged go along, and are refused where it was deleted first', async () => {
    const tenant = await app.tenant();
    const lead = (name: string) => ingest(tenant, { From: `${name}@x.example`, Subject: name }, 'Hello');
    for (let round = 0; round < 20; round += 1) {
      const [a, b] = [await lead(`a${round}`), await lead(`b${round}`)];
      const note = (content: string) =>
        app.call('POST', `/api/leads/${a.threadId}/notes`, tenant.tokens.user, { content });
      const end = () =>
        round % 2 === 0
          ? app.call('POST', `/api/leads/${a.threadId}/merge`, tenant.tokens.user, { into: b.threadId })
          : app.call('DELETE', `/api/leads/${a.threadId}`, tenant.tokens.admin);
      const [one, two, , three, four] = await Promise.all([
        note('1'),
        note('2'),
        end(),
        note('3'),
        note('4'),
      ]);
      const written = [one, two, three, four].filter(({ statusCode }) => statusCode === 201);
      expect(
        [one, two, three, four].map(({ statusCode }) => statusCode).filter((s) => s !== 201 && s !== 404),
      ).toEqual([]);
      if (round % 2 === 0)
        expect(await texts(tenant, b.threadId)).toEqual(
          expect.arrayContaining(written.map((answer) => answer.json().content)),
        );
    }
  });
});

describe('merging', () => {
  it('puts two leads together, sends later mail there, and undoes all of it', async () => {
    const tenant = await app.tenant();
    const a = await ingest(tenant, { From: 'Jane Doe <jane@x.example>', Subject: 'Prices' }, 'First');
    const b = await ingest(tenant, { From: 'Info <info@x.example>', Subject: 'Other' }, 'Second');
    await app.call('PATCH', `/api/leads/${a.threadId}`, tenant.tokens.user, {
      phone_number: '123',
      stage: 'pending',
    });
    await app.call('PATCH', `/api/leads/${b.threadId}`, tenant.tokens.user, { company: 'Other Pty' });
    await app.call('POST', `/api/leads/${a.threadId}/notes`, tenant.tokens.user, { content: 'A note' });
    const beforeA = await get(tenant, `/api/leads/${a.threadId}`);
    const beforeB = await get(tenant, `/api/leads/${b.threadId}`);
    const merged = await app.call('POST', `/api/leads/${a.threadId}/merge`, tenant.tokens.user, {
      into: b.threadId,
    });
    expect(merged.statusCode, merged.body).toBe(200);
    expect(merged.json().lead).toMatchObject({
      thread_id: b.threadId,
      name: beforeB.name,
      company: 'Other Pty',
      phone_number: '123',
      stage: 'new',
      message_count: 2,
    });
    expect((await texts(tenant, b.threadId)).toSorted()).toEqual(['A note', 'First', 'Second']);
    expect((await app.call('GET', `/api/leads/${a.threadId}`, tenant.tokens.user)).statusCode).toBe(404);
    expect((await app.call('GET', `/api/correspondence/${a.threadId}`, tenant.tokens.user)).statusCode).toBe(
      404,
    );
    expect(await get(tenant, '/api/leads')).toHaveLength(1);
    const byId = await ingest(
      tenant,
      { From: 'Jane <jane@x.example>', Subject: 'Re: Prices', 'In-Reply-To': `<${a.id}>` },
      'Third',
    );
    const bySubject = await ingest(tenant, { From: 'Jane <jane@x.example>', Subject: 'Prices' }, 'Fourth');
    expect([byId.threadId, bySubject.threadId]).toEqual([b.threadId, b.threadId]);
    const activity = await get(tenant, `/api/leads/${b.threadId}/activity`);
    expect(activity[0]).toMatchObject({ action: 'merged', actor: 'user Person', to: 'Jane Doe' });

    const path = `/api/lead-moves/${merged.json().undo_id}/undo`;
    const undone = await app.call('POST', path, tenant.tokens.user, {});
    expect(undone.statusCode, undone.body).toBe(200);
    const afterA = await get(tenant, `/api/leads/${a.threadId}`);
    const same = (lead: Record<string, unknown>) => ({
      name: lead.name,
      stage: lead.stage,
      phone_number: lead.phone_number,
      contact_email: lead.contact_email,
      created_at: lead.created_at,
      field_sources: lead.field_sources,
    });
    expect(same(afterA)).toEqual(same(beforeA));
    const afterB = await get(tenant, `/api/leads/${b.threadId}`);
    expect({ ...same(afterB), company: afterB.company }).toEqual({ ...same(beforeB), company: 'Other Pty' });
    // What came since goes where it answers to; without that it stays.
    expect((await texts(tenant, a.threadId)).toSorted()).toEqual(['A note', 'First', 'Third']);
    expect((await texts(tenant, b.threadId)).toSorted()).toEqual(['Fourth', 'Second']);
    expect(afterA.message_count).toBe(2);
    const later = await ingest(
      tenant,
      { From: 'Jane <jane@x.example>', Subject: 'Re: Prices', 'In-Reply-To': `<${a.id}>` },
      'Fifth',
    );
    expect(later.threadId).toBe(a.threadId);
    expect((await app.call('POST', path, tenant.tokens.user, {})).statusCode).toBe(409);
    const all = await get(tenant, '/api/leads');
    const counts = await get(tenant, '/api/dashboard-stats');
    expect([all.length, counts.leads.total]).toEqual([2, 2]);
  });

  it('is undone in order, refuses itself and another tenant’s lead', async () => {
    const tenant = await app.tenant();
    const other = await app.tenant();
    const [a, b, c] = [
      await ingest(tenant, { From: 'a@x.example', Subject: 'A' }, 'A'),
      await ingest(tenant, { From: 'b@x.example', Subject: 'B' }, 'B'),
      await ingest(tenant, { From: 'c@x.example', Subject: 'C' }, 'C'),
    ];
    const foreign = await ingest(other, { From: 'd@x.example', Subject: 'D' }, 'D');
    const merge = (from: string, into: string) =>
      app.call('POST', `/api/leads/${from}/merge`, tenant.tokens.user, { into });
    expect((await merge(a.threadId, a.threadId)).statusCode).toBe(400);
    expect((await merge(a.threadId, foreign.threadId)).statusCode).toBe(404);
    const first = (await merge(a.threadId, b.threadId)).json();
    const second = (await merge(b.threadId, c.threadId)).json();
    const chained = await ingest(tenant, { From: 'a@x.example', Subject: 'A' }, 'A2');
    expect(chained.threadId).toBe(c.threadId);
    const undo = (id: string, token = tenant.tokens.user) =>
      app.call('POST', `/api/lead-moves/${id}/undo`, token, {});
    expect((await undo(first.undo_id)).statusCode).toBe(409);
    expect((await undo(second.undo_id, other.tokens.owner)).statusCode).toBe(404);
    expect((await undo(second.undo_id)).statusCode).toBe(200);
    expect((await undo(first.undo_id)).statusCode).toBe(200);
    expect(await texts(tenant, a.threadId)).toEqual(['A']);
    expect(await texts(tenant, b.threadId)).toEqual(['B']);
  });
});

describe('splitting', () => {
  it('makes a lead of some messages, sends their answers there, and undoes it with what came since', async () => {
    const tenant = await app.tenant();
    const a = await ingest(tenant, { From: 'Jane Doe <jane@x.example>', Subject: 'Prices' }, 'First');
    const b = await ingest(
      tenant,
      { From: 'Bob Roe <bob@y.example>', Subject: 'Re: Prices', 'In-Reply-To': `<${a.id}>` },
      'My budget is $5,000.',
    );
    expect(b.threadId).toBe(a.threadId);
    const path = `/api/leads/${a.threadId}/split`;
    expect(
      (await app.call('POST', path, tenant.tokens.user, { messageIds: [a.row, b.row] })).statusCode,
    ).toBe(400);
    const split = await app.call('POST', path, tenant.tokens.user, { messageIds: [b.row] });
    expect(split.statusCode, split.body).toBe(201);
    const { lead, undo_id: undoId } = split.json();
    expect(lead).toMatchObject({
      name: 'Bob Roe',
      contact_email: 'bob@y.example',
      stage: 'new',
      message_count: 1,
    });
    expect(await texts(tenant, a.threadId)).toEqual(['First']);
    const answer = await ingest(
      tenant,
      { From: 'Bob <bob@y.example>', Subject: 'Re: Prices', References: `<${a.id}> <${b.id}>` },
      'Third',
    );
    expect(answer.threadId).toBe(lead.thread_id);
    const stay = await ingest(
      tenant,
      { From: 'Jane <jane@x.example>', Subject: 'Re: Prices', References: `<${a.id}>` },
      'Fourth',
    );
    expect(stay.threadId).toBe(a.threadId);
    const undone = await app.call('POST', `/api/lead-moves/${undoId}/undo`, tenant.tokens.user, {});
    expect(undone.json()).toMatchObject({ thread_id: a.threadId, message_count: 4 });
    expect((await app.call('GET', `/api/leads/${lead.thread_id}`, tenant.tokens.user)).statusCode).toBe(404);
    const again = await ingest(
      tenant,
      { From: 'Bob <bob@y.example>', Subject: 'Re: Prices', References: `<${a.id}> <${b.id}>` },
      'Fifth',
    );
    expect(again.threadId).toBe(a.threadId);
  });
});
