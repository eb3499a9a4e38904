import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectPostgres } from '#server/db/connect.ts';
import { jobContext } from '#server/organization-context.ts';
import { silentLogger } from '#server/testing/silent-logger.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { createPostgresDatabase, testDatabaseUrl } from '#server/testing/test-database.ts';
import { takeTurn } from './agent-turn.ts';
import { conversations } from './conversation-tables.ts';
import { pauses } from './testing/turn-pauses.ts';
import { openSocket, publish, startVisitor, until } from './testing/visitor.ts';

vi.mock('#features/support/turn-pause.ts', async (original) =>
  (await import('./testing/turn-pauses.ts')).withPauses(original),
);

/** Two processes share a PostgreSQL server; the embedded database lets one in. */
describe.skipIf(testDatabaseUrl === null)('two processes on one database', () => {
  const apps: TestApp[] = [];
  let drop: () => Promise<void> = () => Promise.resolve();
  let tenant: Tenant;
  let port: number;

  beforeAll(async () => {
    const database = await createPostgresDatabase(testDatabaseUrl ?? '');
    drop = database.drop;
    for (let count = 0; count < 2; count += 1) {
      const open = await connectPostgres(database.url, silentLogger, { production: false, waitMs: 30_000 });
      apps.push(await startTestApp({ open, env: { HUB_TRUST_PROXY: '127.0.0.1' } }));
    }
    tenant = await first().tenant();
    await publish(first(), tenant, 'Parking', 'Visitors park in bay 7. It is free for two hours.');
    port = await second().listen();
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    await drop();
  });

  const app = (at: number): TestApp => {
    const found = apps[at];
    if (!found) throw new Error('The processes are not running.');
    return found;
  };
  const first = () => app(0);
  const second = () => app(1);

  it('tell a visitor’s socket of what was written in the other one', async () => {
    const visitor = await startVisitor(first(), tenant, 'Where do visitors park?');
    const { socket, frames } = await openSocket(port, visitor.token);
    const heard = await until(
      () => frames,
      (all) => all.some(({ data }) => data.action === 'answer'),
    );
    expect(heard.filter(({ type }) => type === 'message').map(({ data }) => data.seq)).toEqual([1, 2, 3]);
    socket.close();
  });

  it('answer once, and never after a take-over in the other one, in 60 races', async () => {
    pauses.question = 60_000;
    let answered = 0;
    for (let round = 0; round < 60; round += 1) {
      const visitor = await startVisitor(first(), tenant, 'hi');
      const { id } = await visitor.seenBy(tenant);
      await visitor.write('Where do visitors park?');
      const due = { turnDueAt: new Date(first().hub.services.clock.now().getTime() - 1) };
      await first()
        .hub.database.forOrganization(tenant.organizationId)
        .db.update(conversations)
        .set(due)
        .where(eq(conversations.id, id));
      const turns = apps.map(({ hub }) => takeTurn(jobContext(hub, tenant.organizationId), id));
      const take = async () => {
        const wait = new Promise((resolve) => setTimeout(resolve, (round % 10) * 3));
        await (round % 10 === 9 ? Promise.all(turns) : wait);
        return second().call('POST', `/api/conversations/${id}/take-over`, tenant.tokens.user, {});
      };
      const [taken] = await Promise.all([take(), ...turns]);
      expect(taken.statusCode, taken.body).toBe(200);
      const senders = (await visitor.transcript()).map(({ sender }) => sender);
      const joined = senders.indexOf('system');
      expect(senders.slice(joined)).toEqual(['system']);
      const answers = senders.slice(1, joined).filter((sender) => sender === 'agent').length;
      expect(answers).toBeLessThanOrEqual(1);
      answered += answers;
    }
    expect(answered).toBeGreaterThan(0);
  }, 300_000);
});
