import { and, eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { jobContext } from '#server/organization-context.ts';
import { startTestApp, type Tenant, type TestApp } from '#server/testing/test-app.ts';
import { takeTurn } from './agent-turn.ts';
import { conversationMessages, conversations } from './conversation-tables.ts';
import { pauses } from './testing/turn-pauses.ts';
import { openSocket, publish, startVisitor, until } from './testing/visitor.ts';

vi.mock('#features/support/turn-pause.ts', async (original) =>
  (await import('./testing/turn-pauses.ts')).withPauses(original),
);
/** No turn comes by itself where a test makes it due. */
pauses.question = 60_000;

let app: TestApp;
let tenant: Tenant;
let port: number;
beforeAll(async () => {
  app = await startTestApp({ env: { HUB_TRUST_PROXY: '127.0.0.1' } });
  tenant = await app.tenant();
  port = await app.listen();
  await publish(app, tenant, 'Parking', 'Visitors park in bay 7. It is free for two hours.');
});
afterAll(() => app.close());

/** Makes the assistant's turn due now, whatever the pause is. */
async function makeDue(id: string): Promise<void> {
  const { db } = app.hub.database.forOrganization(tenant.organizationId);
  const due = { turnDueAt: new Date(app.hub.services.clock.now().getTime() - 1) };
  await db.update(conversations).set(due).where(eq(conversations.id, id));
}

async function agentMessagesAfter(id: string, seq: number): Promise<number> {
  const { db } = app.hub.database.forOrganization(tenant.organizationId);
  const mine = eq(conversationMessages.conversationId, id);
  return db.$count(
    conversationMessages,
    and(mine, eq(conversationMessages.sender, 'agent'), gt(conversationMessages.seq, seq)),
  );
}

describe('the assistant and a person who takes over at the same moment', () => {
  it('never both have the conversation: nothing of the assistant stands after the take-over, in 100 races', async () => {
    const context = jobContext(app.hub, tenant.organizationId);
    let answered = 0;
    for (let round = 0; round < 100; round += 1) {
      const visitor = await startVisitor(app, tenant, 'hi');
      const { id } = await visitor.seenBy(tenant);
      await visitor.write('Where do visitors park?');
      await makeDue(id);
      const take = () => app.call('POST', `/api/conversations/${id}/take-over`, tenant.tokens.user, {});
      // Sometimes before the turn is claimed, sometimes while the answer is looked for, sometimes after it.
      const early = round % 10 === 0 ? await take() : null;
      const turn = takeTurn(context, id);
      const later = async () => {
        await (round % 10 === 9 ? turn : new Promise((resolve) => setTimeout(resolve, (round % 10) * 3)));
        return take();
      };
      const [taken] = await Promise.all([early ?? later(), turn]);
      expect(taken.statusCode, taken.body).toBe(200);
      const messages = await visitor.transcript();
      const joined = messages.findIndex(({ sender }) => sender === 'system');
      expect(messages.slice(joined).filter(({ sender }) => sender === 'agent')).toEqual([]);
      if (messages[joined - 1]?.sender === 'agent') answered += 1;
    }
    // Both ends of the race were really seen.
    expect(answered).toBeGreaterThan(0);
    expect(answered).toBeLessThan(100);
  }, 300_000);

  it('and what is asked while an answer is looked for is answered with it, once', async () => {
    const context = jobContext(app.hub, tenant.organizationId);
    const visitor = await startVisitor(app, tenant, 'hi');
    const { id } = await visitor.seenBy(tenant);
    await makeDue(id);
    pauses.question = 150;
    const [, written] = await Promise.all([takeTurn(context, id), visitor.write('Where do visitors park?')]);
    pauses.question = 60_000;
    const messages = await until(
      () => visitor.transcript(),
      (all) => all.at(-1)?.action === 'answer',
    );
    expect(messages.at(-1)?.text).toContain('bay 7');
    expect(await agentMessagesAfter(id, Number(written.json().seq))).toBe(1);
  });

  it('two turns at once are one answer', async () => {
    const context = jobContext(app.hub, tenant.organizationId);
    const visitor = await startVisitor(app, tenant, 'hi');
    const { id } = await visitor.seenBy(tenant);
    const { seq } = (await visitor.write('Where do visitors park?')).json();
    await makeDue(id);
    await Promise.all([takeTurn(context, id), takeTurn(context, id), takeTurn(context, id)]);
    await until(
      () => agentMessagesAfter(id, seq),
      (count) => count > 0,
    );
    expect(await agentMessagesAfter(id, seq)).toBe(1);
  });

  it('two people who take over at once: one has it, the other is told who', async () => {
    for (let round = 0; round < 20; round += 1) {
      const visitor = await startVisitor(app, tenant, 'human please');
      const { id } = await visitor.seenBy(tenant);
      const answers = await Promise.all(
        (['user', 'admin', 'owner'] as const).map((role) =>
          app.call('POST', `/api/conversations/${id}/messages`, tenant.tokens[role], {
            text: `I am ${role}`,
          }),
        ),
      );
      expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
      expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2);
      const people = (await visitor.transcript()).filter(({ sender }) => sender === 'person');
      expect(people).toHaveLength(1);
    }
  });
});

describe('the hand-off', () => {
  it('stands in the transcript and comes over the visitor’s socket, 500 of 500 times', async () => {
    pauses.question = 150;
    let [written, heard] = [0, 0];
    const one = async (): Promise<void> => {
      const visitor = await startVisitor(app, tenant, 'Where is it, please tell me now?');
      const { socket, frames } = await openSocket(port, visitor.token);
      const called = await visitor.post('person');
      const inTranscript = (await visitor.transcript()).filter(
        ({ sender, action }) => sender === 'system' && action === 'handoff',
      );
      if (called.statusCode === 200 && inTranscript.length === 1) written += 1;
      const isHandOff = ({ type, data }: (typeof frames)[number]) =>
        type === 'message' && data.sender === 'system' && data.action === 'handoff';
      await until(
        () => frames,
        (all) => all.some(isHandOff),
      );
      if (frames.filter(isHandOff).length === 1) heard += 1;
      socket.close();
    };
    for (let batch = 0; batch < 20; batch += 1) await Promise.all(Array.from({ length: 25 }, one));
    expect([written, heard]).toEqual([500, 500]);
  }, 240_000);
});
