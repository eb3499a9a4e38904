import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let tenant: Tenant;
const ids: string[] = [];

async function lead(id: string): Promise<{ stage: string; assignee_id: string | null }> {
  return (await app.call('GET', `/api/leads/${id}`, tenant.tokens.viewer)).json();
}

function change(selection: unknown, wanted: unknown, token = tenant.tokens.user) {
  return app.call('POST', '/api/lead-list/change', token, { selection, change: wanted });
}

beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.tenant();
  const names = ['=HYPERLINK("http://x","y")', 'Zoe, "the" buyer', 'Kim', 'Émile', '田中'];
  for (const [index, name] of names.entries()) {
    const made = await app.call('POST', '/api/leads', tenant.tokens.user, {
      name,
      company: index < 3 ? 'Alpha' : 'Beta',
      phone_number: '+61 2 5550 1234',
    });
    ids.push(String(made.json().thread_id));
  }
});
afterAll(() => app.close());

describe('a change of many leads', () => {
  it('moves all of them, records who and counts the stages', async () => {
    const answer = await change({ ids: [...ids.slice(0, 3), 'absent'] }, { stage: 'in progress' });
    expect(answer.json()).toEqual({ changed: 3, unchanged: 1, batch_id: expect.any(String) });
    expect((await lead(ids[0] ?? '')).stage).toBe('in_progress');
    const stats = await app.call('GET', '/api/dashboard-stats', tenant.tokens.viewer);
    expect(stats.json().leads.byStage).toMatchObject({ in_progress: 3, new: 2 });
    const activity = await app.call('GET', `/api/leads/${ids[0]}/activity`, tenant.tokens.viewer);
    expect(activity.json()[0]).toMatchObject({ action: 'stage', from: 'new', to: 'in_progress' });
    expect((await change({ ids: ids.slice(0, 3) }, { stage: 'in_progress' })).json()).toEqual({
      changed: 0,
      unchanged: 3,
      batch_id: null,
    });
  });

  it('is undone in one go, except where someone changed a lead since', async () => {
    const done = await change({ ids }, { stage: 'lost' });
    await app.call('PATCH', `/api/leads/${ids[4]}`, tenant.tokens.user, { stage: 'won' });
    const undone = await app.call(
      'POST',
      `/api/lead-list/changes/${done.json().batch_id}/undo`,
      tenant.tokens.user,
    );
    expect(undone.json()).toEqual({ changed: 4, unchanged: 1, batch_id: null });
    expect(await Promise.all(ids.map(async (id) => (await lead(id)).stage))).toEqual([
      'in_progress',
      'in_progress',
      'in_progress',
      'new',
      'won',
    ]);
  });

  it('takes everything that a filter matches', async () => {
    const members = await app.call('GET', '/api/tenant/members', tenant.tokens.user);
    const { id } = members.json()[0];
    const answer = await change({ filter: { search: 'ALPHA' } }, { assignee_id: id });
    expect(answer.json()).toMatchObject({ changed: 3, unchanged: 0 });
    expect((await lead(ids[1] ?? '')).assignee_id).toBe(id);
    const undone = await app.call(
      'POST',
      `/api/lead-list/changes/${answer.json().batch_id}/undo`,
      tenant.tokens.user,
    );
    expect(undone.json().changed).toBe(3);
    expect((await lead(ids[1] ?? '')).assignee_id).toBeNull();
  });

  it('refuses viewers, absent leads, strangers as assignees and broken bodies, and changes nothing', async () => {
    expect((await change({ ids }, { stage: 'won' }, tenant.tokens.viewer)).statusCode).toBe(403);
    expect((await change({ ids: ['absent'] }, { stage: 'won' })).statusCode).toBe(404);
    const stranger = await app.tenant();
    const foreign = (await app.call('GET', '/api/tenant/members', stranger.tokens.user)).json()[0].id;
    expect((await change({ ids }, { assignee_id: foreign })).statusCode).toBe(404);
    expect((await change({ ids: [] }, { stage: 'won' })).statusCode).toBe(400);
    expect((await change({ ids }, { stage: 'gone' })).statusCode).toBe(400);
    expect((await change({ ids }, { stage: 'won', assignee_id: null })).statusCode).toBe(400);
    expect((await lead(ids[3] ?? '')).stage).toBe('new');
  });

  it('is undone once, and not in a lead that took the changed one in', async () => {
    const own = await app.tenant();
    const { user } = own.tokens;
    const made = async (name: string) =>
      String((await app.call('POST', '/api/leads', user, { name })).json().thread_id);
    const stageOf = async (id: string) => (await app.call('GET', `/api/leads/${id}`, user)).json().stage;
    const [first, second] = [await made('First'), await made('Second')];
    const bulk = { selection: { ids: [first] }, change: { stage: 'won' } };
    const undo = async () => {
      const { batch_id: batch } = (await app.call('POST', '/api/lead-list/change', user, bulk)).json();
      return () => app.call('POST', `/api/lead-list/changes/${batch}/undo`, user);
    };
    const once = await undo();
    expect((await once()).json().changed).toBe(1);
    await app.call('PATCH', `/api/leads/${first}`, user, { stage: 'won' });
    expect((await once()).statusCode).toBe(404);
    expect(await stageOf(first)).toBe('won');

    await app.call('PATCH', `/api/leads/${first}`, user, { stage: 'new' });
    await app.call('PATCH', `/api/leads/${second}`, user, { stage: 'won' });
    const later = await undo();
    await app.call('POST', `/api/leads/${first}/merge`, user, { into: second });
    expect((await later()).statusCode).toBe(404);
    expect(await stageOf(second)).toBe('won');
  });

  it('waits for merges instead of blocking them', async () => {
    const own = await app.tenant();
    const { user } = own.tokens;
    const ids: string[] = [];
    for (let n = 0; n < 12; n += 1)
      ids.push(String((await app.call('POST', '/api/leads', user, { name: `Lead ${n}` })).json().thread_id));
    const stages = ['won', 'lost', 'open'];
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        n % 3 === 0
          ? app.call('POST', `/api/leads/${ids[11 - ((n / 3) % 6)]}/merge`, user, { into: ids[(n / 3) % 5] })
          : app.call('POST', '/api/lead-list/change', user, {
              selection: { ids },
              change: { stage: stages[n % 3] },
            }),
      ),
    );
    const refused = answers.filter(({ statusCode }) => statusCode >= 500);
    expect(refused.map(({ body }) => body)).toEqual([]);
    const bulk = answers.filter((_, n) => n % 3 !== 0).map(({ statusCode }) => statusCode);
    expect(new Set(bulk)).toEqual(new Set([200]));
  });

  it('does not reach another tenant', async () => {
    const stranger = await app.tenant();
    expect((await change({ ids }, { stage: 'won' }, stranger.tokens.owner)).statusCode).toBe(404);
    expect((await change({ filter: {} }, { stage: 'won' }, stranger.tokens.owner)).json().changed).toBe(0);
    expect((await lead(ids[3] ?? '')).stage).toBe('new');
  });
});

describe('the CSV of leads', () => {
  function rowsOf(body: string): Record<string, string>[] {
    return Papa.parse<Record<string, string>>(body.replace(/^\uFEFF/, ''), {
      header: true,
      skipEmptyLines: true,
    }).data;
  }

  it('holds the picked leads in their order, inert in spreadsheets', async () => {
    const answer = await app.call('POST', '/api/lead-list/export', tenant.tokens.admin, {
      selection: { ids: [ids[1], ids[0]] },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"/,
    );
    const rows = rowsOf(answer.body);
    expect(rows.map((row) => row.Name)).toEqual(['Zoe, "the" buyer', `'=HYPERLINK("http://x","y")`]);
    expect(rows[0]).toMatchObject({ Company: 'Alpha', Stage: 'In Progress', Phone: "'+61 2 5550 1234" });
    expect(rows[0]?.['Created (Australia/Sydney)']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  });

  it('holds all that a filter matches, over the pages, and nothing of another tenant', async () => {
    const big = await app.tenant();
    const made = Array.from({ length: 2105 }, (_, index) => index);
    for (let at = 0; at < made.length; at += 100) {
      await Promise.all(
        made
          .slice(at, at + 100)
          .map((index) =>
            app.call('POST', '/api/leads', big.tokens.user, { name: `Lead ${index}`, company: 'Many' }),
          ),
      );
    }
    for (const filter of [{}, { search: 'many' }]) {
      const answer = await app.call('POST', '/api/lead-list/export', big.tokens.owner, {
        selection: { filter },
        sort: 'name_asc',
      });
      const names = rowsOf(answer.body).map((row) => row.Name);
      expect(names).toHaveLength(2105);
      expect(new Set(names).size).toBe(2105);
    }
  });

  it('is for admins and owners', async () => {
    const selection = { ids };
    expect(
      (await app.call('POST', '/api/lead-list/export', tenant.tokens.user, { selection })).statusCode,
    ).toBe(403);
  });
});

describe('kept filters', () => {
  const filter = {
    name: 'Big ones',
    search: 'x',
    searchMessages: true,
    stage: null,
    sort: 'budget_high_low',
  };

  it('belong to one person, are replaced by name and removed', async () => {
    const first = await app.call('POST', '/api/lead-list/filters', tenant.tokens.viewer, filter);
    expect(first.statusCode).toBe(201);
    await app.call('POST', '/api/lead-list/filters', tenant.tokens.viewer, {
      ...filter,
      name: 'big ONES',
      search: 'y',
    });
    const mine = await app.call('GET', '/api/lead-list/filters', tenant.tokens.viewer);
    expect(mine.json()).toEqual([{ ...filter, name: 'big ONES', search: 'y', id: expect.any(String) }]);
    expect((await app.call('GET', '/api/lead-list/filters', tenant.tokens.user)).json()).toEqual([]);
    const path = `/api/lead-list/filters/${mine.json()[0].id}`;
    expect((await app.call('DELETE', path, tenant.tokens.owner)).statusCode).toBe(404);
    expect((await app.call('DELETE', path, tenant.tokens.viewer)).statusCode).toBe(204);
  });
});

describe('search in messages', () => {
  it('finds what was written, case-folded, only with the switch', async () => {
    const mail = [
      'From: Ana <ana@client.example>',
      'Subject: Panels',
      'Message-ID: <search-1@client.example>',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'We would like the ÉCLAIR site, 100%_sure.',
    ].join('\r\n');
    await app.call('POST', '/api/v2/ingest/messages', tenant.tokens.user, mail, {
      'content-type': 'message/rfc822',
    });
    const found = async (query: string) =>
      (await app.call('GET', `/api/leads?${query}`, tenant.tokens.viewer)).json().length;
    expect(await found('search=%C3%A9clair')).toBe(0);
    expect(await found('search=%C3%A9clair&searchMessages=1')).toBe(1);
    expect(await found('search=100%25_sure&searchMessages=1')).toBe(1);
    expect(await found('search=100_sure&searchMessages=1')).toBe(0);
    expect(await found('search=alpha&searchMessages=1')).toBe(3);
    const stranger = await app.tenant();
    const answer = await app.call('GET', '/api/leads?search=clair&searchMessages=1', stranger.tokens.viewer);
    expect(answer.json()).toEqual([]);
    expect(answer.headers['x-total-count']).toBe('0');
    expect((await app.call('GET', '/api/leads?searchMessages=yes', tenant.tokens.viewer)).statusCode).toBe(
      400,
    );
  });
});
