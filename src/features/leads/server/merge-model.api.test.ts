import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';

/** Merges, splits, their undoing and arriving mail in any order: no message is lost, and every count stays true. */

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const people = 5;
const steps = 25;

/** The same numbers for the same seed (a linear congruential generator). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state % below;
  };
}

async function mail(tenant: Tenant, id: string, person: number, answers?: string): Promise<void> {
  const raw = [
    `From: p${person}@client.example`,
    `Subject: About ${person}`,
    `Message-ID: <${id}@client.example>`,
    ...(answers ? [`In-Reply-To: <${answers}@client.example>`] : []),
    '',
    `Text of ${id}`,
  ].join('\r\n');
  const answer = await app.call('POST', '/api/v2/ingest/messages', tenant.tokens.owner, raw, {
    'content-type': 'message/rfc822',
  });
  expect(answer.statusCode).toBe(200);
}

/** Counts that do not fit the rows they count; none is right. */
function untrueCounts({ organizationId: id }: Tenant) {
  return app.hub.database.asPlatform('a test compares counts with rows', async (tx) => {
    const found = await tx.db.execute<{ what: string }>(sql`
      select 'thread ' || t.id as what from threads t where t.organization_id = ${id} and t.message_count <>
        (select count(*) from messages m where m.organization_id = t.organization_id and m.thread_id = t.id)
      union all select 'lead ' || l.thread_id from leads l where l.organization_id = ${id} and l.message_count <>
        (select count(*) from messages m where m.organization_id = l.organization_id and m.thread_id = l.thread_id)
      union all select 'stage ' || c.stage from lead_counts c where c.organization_id = ${id} and c.count <>
        (select count(*) from leads l where l.organization_id = c.organization_id and l.stage = c.stage)
      union all select 'search ' || l.thread_id from leads l where l.organization_id = ${id} and not exists
        (select from lead_search s where s.organization_id = l.organization_id and s.thread_id = l.thread_id)
      union all select 'message without a lead ' || m.id from messages m where m.organization_id = ${id} and not exists
        (select from leads l where l.organization_id = m.organization_id and l.thread_id = m.thread_id)`);
    const [stored] = await tx.db.execute<{ messages: number }>(
      sql`select count(*)::int as messages from messages where organization_id = ${id}`,
    );
    return { untrue: found.map(({ what }) => what), messages: stored?.messages };
  });
}

/** Over all seeds: leads that were changed in the same moment stand in any order, so that no walk is the same each time. */
const done = { merged: 0, split: 0, undone: 0 };

it.each([13, 99_991, 15_851, 23_770])('holds from seed %i', async (seed) => {
  const next = numbersFrom(seed);
  const tenant = await app.tenant();
  const { user } = tenant.tokens;
  let sent = 0;
  for (let person = 0; person < people; person += 1) {
    await mail(tenant, `first${person}`, person);
    await mail(tenant, `second${person}`, person, `first${person}`);
    sent += 2;
  }
  const undos: string[] = [];
  for (let step = 0; step < steps; step += 1) {
    const leads: { thread_id: string }[] = (await app.call('GET', '/api/leads', user)).json();
    const from = leads[next(leads.length)]?.thread_id ?? '';
    const choice = next(5);
    if (choice === 4) {
      await mail(tenant, `new${step}`, next(people), `first${next(people)}`);
      sent += 1;
    } else if (choice === 3) {
      const [undo] = undos.splice(next(undos.length || 1), 1);
      if (undo) {
        const answer = await app.call('POST', `/api/lead-moves/${undo}/undo`, user, {});
        expect([200, 404, 409], answer.body).toContain(answer.statusCode);
        if (answer.statusCode === 200) done.undone += 1;
      }
    } else {
      const items = (await app.call('GET', `/api/correspondence/${from}`, user)).json();
      const answer =
        choice === 2
          ? await app.call('POST', `/api/leads/${from}/split`, user, {
              messageIds: [items[next(items.length)].id],
            })
          : await app.call('POST', `/api/leads/${from}/merge`, user, {
              into: leads[next(leads.length)]?.thread_id,
            });
      expect([200, 201, 400, 409], answer.body).toContain(answer.statusCode);
      if (answer.statusCode < 300) {
        undos.push(String(answer.json().undo_id));
        if (choice === 2) done.split += 1;
        else done.merged += 1;
      }
    }
    expect(await untrueCounts(tenant), `step ${step}`).toEqual({ untrue: [], messages: sent });
  }
});

it('tries all of it', () => {
  expect(Math.min(done.merged, done.split, done.undone)).toBeGreaterThan(4);
});
