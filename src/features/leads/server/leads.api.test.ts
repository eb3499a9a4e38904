import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leadSort } from '#features/leads/contract.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let tenant: Tenant;
const made: {
  thread_id: string;
  name: string | null;
  budget: string | null;
  stage: string;
  updated_at: string;
  created_at: string;
  company: string | null;
}[] = [];

const people = ['Zoe', 'adam', 'Bea', null, 'Émile', 'Charlie', 'adam', 'Dora', '田中', 'eve'];
const budgets = [
  '$5,000',
  'about 12–15k',
  null,
  '$ 1 200',
  'AUD 90,000',
  'no idea',
  '5000',
  '300',
  '$7,500 per month',
  null,
];
const stages = [
  'new',
  'in progress',
  'qualified',
  'booked',
  'won',
  'new',
  'lost',
  'converted',
  'open',
  'pending',
];

beforeAll(async () => {
  app = await startTestApp();
  tenant = await app.tenant();
  for (let index = 0; index < 30; index += 1) {
    const answer = await app.call('POST', '/api/leads', tenant.tokens.user, {
      name: people[index % 10],
      contact_email: `p${index}@client.example`,
      budget: budgets[(index * 7) % 10],
      stage: stages[index % 10],
      company: index % 3 === 0 ? `100%_Real\\ Co ${index}` : null,
    });
    expect(answer.statusCode, answer.body).toBe(201);
    made.push(answer.json());
  }
});
afterAll(() => app.close());

const list = (query: string) => app.call('GET', `/api/leads?${query}`, tenant.tokens.viewer);

async function walk(query: string, limit: number) {
  const rows: typeof made = [];
  let url = `/api/leads?${query}&limit=${limit}`;
  for (;;) {
    const answer = await app.call('GET', url, tenant.tokens.viewer);
    expect(answer.statusCode, answer.body).toBe(200);
    rows.push(...answer.json());
    const next = /<([^>]+)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1];
    if (!next) return { rows, total: Number(answer.headers['x-total-count']) };
    url = next;
  }
}

/** Budget by the literal rule of the specification: the first run of digits after stripping $, commas and spaces. */
function budgetOf(budget: string | null): number | null {
  const digits = /[0-9]+/.exec((budget ?? '').replace(/[$, ]/g, ''))?.[0];
  return digits === undefined ? null : Number(digits);
}

function expectedOrder(sort: string): string[] {
  const key = (lead: (typeof made)[number]): string | number | null => {
    if (sort.startsWith('name')) return lead.name?.trim().toLowerCase() ?? null;
    if (sort.startsWith('budget')) return budgetOf(lead.budget);
    if (sort === 'latest_contact') return null;
    return sort === 'first_contact' ? lead.created_at : lead.updated_at;
  };
  const down = ['latest_updated', 'latest_contact', 'name_desc', 'budget_high_low'].includes(sort) ? -1 : 1;
  return made
    .toSorted((x, y) => {
      const [a, b] = [key(x), key(y)];
      if (a === b) return x.thread_id < y.thread_id ? -1 : 1;
      if (a === null) return 1;
      if (b === null) return -1;
      return Buffer.from(String(a)).compare(Buffer.from(String(b))) < 0 === (typeof a === 'string') &&
        typeof a === 'string'
        ? -down
        : typeof a === 'string'
          ? down
          : a < Number(b)
            ? -down
            : down;
    })
    .map((lead) => lead.thread_id);
}

describe('the list', () => {
  it.each(leadSort.options)(
    'sorted by %s walks through every lead once, in pages of any size',
    async (sort) => {
      for (const limit of [1, 7, 50]) {
        const { rows, total } = await walk(`sort=${sort}`, limit);
        expect(rows.map((lead) => lead.thread_id)).toEqual(expectedOrder(sort));
        expect(total).toBe(30);
      }
      const searched = await walk(`sort=${sort}&search=client.example`, 4);
      expect(searched.rows.map((lead) => lead.thread_id)).toEqual(expectedOrder(sort));
    },
  );

  it('filters by stage, in both spellings of in progress', async () => {
    for (const stage of ['in_progress', 'in%20progress']) {
      const { rows, total } = await walk(`stage=${stage}`, 2);
      expect(rows.every((lead) => lead.stage === 'in_progress')).toBe(true);
      expect([rows.length, total]).toEqual([3, 3]);
    }
    expect((await walk('stage=won&search=p4', 5)).total).toBe(1);
  });

  it('searches literal text in name, company, email and goal, in any case and alphabet', async () => {
    expect((await list('search=%25')).headers['x-total-count']).toBe('10');
    expect((await list('search=100%25_real%5C')).headers['x-total-count']).toBe('10');
    expect((await list(`search=${encodeURIComponent('ÉMILE')}`)).headers['x-total-count']).toBe('3');
    expect((await list(`search=${encodeURIComponent('田')}`)).headers['x-total-count']).toBe('3');
    expect((await list('search=5%2C000')).headers['x-total-count']).toBe('0');
    expect((await list('search=nobody-at-all')).json()).toEqual([]);
  });

  it('finds exactly what a plain search over the four fields finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('a', 'da', 'adam', '%', '_', '\\', 'p1', 'CO', 'zoe', '@client', ' ', '10', 'é'),
        async (text) => {
          const plain = made.filter((lead) =>
            [lead.name, lead.company, `p${made.indexOf(lead)}@client.example`].some((field) =>
              field?.toLowerCase().includes(text.toLowerCase()),
            ),
          );
          expect((await list(`search=${encodeURIComponent(text)}`)).headers['x-total-count']).toBe(
            String(plain.length),
          );
        },
      ),
      { numRuns: 13 },
    );
  });

  it('agrees with the counts of the tiles after any change', async () => {
    const world = await app.tenant();
    const ids: string[] = [];
    const stageOf = new Map<string, string>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('add', 'move', 'remove'),
        fc.constantFrom('new', 'won', 'lost', 'booked'),
        fc.nat(50),
        async (action, stage, pick) => {
          const id = ids[pick % Math.max(ids.length, 1)];
          if (action === 'add' || id === undefined) {
            const { thread_id } = (
              await app.call('POST', '/api/leads', world.tokens.user, { name: 'x', stage })
            ).json();
            ids.push(thread_id);
            stageOf.set(thread_id, stage);
          } else if (action === 'move') {
            await app.call('PATCH', `/api/leads/${id}`, world.tokens.user, { stage });
            stageOf.set(id, stage);
          } else {
            await app.call('DELETE', `/api/leads/${id}`, world.tokens.owner);
            stageOf.delete(id);
            ids.splice(ids.indexOf(id), 1);
          }
          const { leads, threads } = (
            await app.call('GET', '/api/dashboard-stats', world.tokens.viewer)
          ).json();
          for (const each of ['new', 'won', 'lost', 'booked'])
            expect(leads.byStage[each]).toBe([...stageOf.values()].filter((one) => one === each).length);
          expect([leads.total, threads]).toEqual([ids.length, ids.length]);
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('a lead', () => {
  it('is made by hand with a name or an email, and gets an id of its own', async () => {
    const answer = await app.call('POST', '/api/leads', tenant.tokens.user, {
      contact_email: 'only@mail.example',
    });
    expect(answer.json()).toMatchObject({
      thread_id: expect.stringMatching(/^lead_/),
      stage: 'new',
      name: null,
      message_count: 0,
      last_message_at: null,
      calldate_iso: null,
    });
    expect(
      (await app.call('GET', `/api/correspondence/${answer.json().thread_id}`, tenant.tokens.viewer)).json(),
    ).toEqual([]);
    const none = await app.call('POST', '/api/leads', tenant.tokens.user, { company: 'x' });
    expect([none.statusCode, none.json().issues[0].message]).toEqual([
      400,
      'Give a name or an email address.',
    ]);
    await app.call('DELETE', `/api/leads/${answer.json().thread_id}`, tenant.tokens.owner);
  });

  it('keeps who changed what', async () => {
    const own = await app.tenant();
    const { thread_id } = (await app.call('POST', '/api/leads', own.tokens.user, { name: 'Before' })).json();
    const changed = await app.call('PATCH', `/api/leads/${thread_id}`, own.tokens.user, {
      name: 'After',
      stage: 'won',
      assignee_id: own.userIds.admin,
      follow_up_at: '2026-12-01T09:00:00+11:00',
    });
    expect(changed.json()).toMatchObject({
      name: 'After',
      stage: 'won',
      assignee_id: own.userIds.admin,
      follow_up_at: '2026-11-30T22:00:00.000Z',
    });
    const activity = (await app.call('GET', `/api/leads/${thread_id}/activity`, own.tokens.viewer)).json();
    expect(activity.map((one: { action: string }) => one.action).toSorted()).toEqual([
      'assignee',
      'created',
      'follow_up',
      'name',
      'stage',
    ]);
    expect(activity.find((one: { action: string }) => one.action === 'stage')).toMatchObject({
      from: 'new',
      to: 'won',
      actor: 'user Person',
    });
    const same = await app.call('PATCH', `/api/leads/${thread_id}`, own.tokens.user, { name: 'After' });
    expect(same.json().updated_at).toBe(changed.json().updated_at);
    expect(
      (await app.call('PATCH', `/api/leads/${thread_id}`, own.tokens.user, { assignee_id: 'nobody' }))
        .statusCode,
    ).toBe(404);
    expect(
      (await app.call('PATCH', `/api/leads/${thread_id}`, own.tokens.user, { updated_at: 'now' })).statusCode,
    ).toBe(400);
  });
});
