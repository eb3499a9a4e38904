import { countUsage } from '#features/billing/server/public.ts';
import { users } from '#features/organization/server/tables.ts';
import {
  conversationMessages,
  conversations,
  supportSettings,
} from '#features/support/server/conversation-tables.ts';
import { packOf } from '#features/support/server/public.ts';
import { articles } from '#features/support/server/tables.ts';
import type { Tx } from '#server/context.ts';
import type { Hub } from '#server/hub.ts';
import { newId, newToken, tokenHash } from '#server/ids.ts';
import { jobContext } from '#server/organization-context.ts';
import { type DemoChat, demoChats } from './chats.ts';
import { demoTimezone } from './moment.ts';

const minuteMs = 60_000;

/** Gives the demo tenant conversations with visitors, in one transaction; one whose widget was ever set up gets none. */
export async function fillChats(hub: Hub, organizationId: string, now: Date): Promise<void> {
  await jobContext(hub, organizationId).tx(async (tx) => {
    const { db } = tx;
    const marked = await db
      .insert(supportSettings)
      .values({ origins: [], colour: '#0f766e', side: 'right', greeting: '', awayText: '', updatedAt: now })
      .onConflictDoNothing()
      .returning();
    if (marked.length === 0) return;
    const [owner] = await db.select().from(users).orderBy(users.createdAt, users.id).limit(1);
    const known = new Map(
      (await db.select({ id: articles.id, title: articles.title }).from(articles)).map((one) => [
        one.title,
        one.id,
      ]),
    );
    const person = owner ? { id: owner.id, name: `${owner.firstName} ${owner.lastName}` } : null;
    for (const chat of demoChats) await store(tx, chat, { organizationId, now, known, person });
  });
}

async function store(
  tx: Tx,
  chat: DemoChat,
  about: {
    organizationId: string;
    now: Date;
    known: ReadonlyMap<string, string>;
    person: { id: string; name: string } | null;
  },
): Promise<void> {
  const { now, known, person } = about;
  const id = newId();
  const createdAt = new Date(now.getTime() - chat.began * minuteMs);
  const isMine = chat.state === 'person';
  const messages = chat.said.map(({ who, after, text, from }, at) => ({
    conversationId: id,
    seq: at + 1,
    sender: who,
    authorId: who === 'person' ? (person?.id ?? null) : null,
    author: who === 'person' ? (person?.name ?? null) : null,
    text,
    action:
      who === 'agent'
        ? ('answer' as const)
        : who === 'system' && chat.state === 'waiting'
          ? ('handoff' as const)
          : null,
    citations:
      from && known.has(from) ? [{ articleId: known.get(from) ?? '', title: from, quote: text }] : [],
    engine: null,
    clientKey: null,
    at: new Date(createdAt.getTime() + after * minuteMs),
  }));
  const last = messages.findLast(({ sender }) => sender !== 'system');
  const latest = messages.at(-1);
  await tx.db.insert(conversations).values({
    id,
    tokenHash: tokenHash(newToken('hubl', about.organizationId)),
    state: chat.state,
    ownerId: isMine ? (person?.id ?? null) : null,
    owner: isMine ? (person?.name ?? null) : null,
    revision: messages.length,
    lastSeq: messages.length,
    visitorName: chat.name,
    visitorEmail: chat.email,
    language: chat.language,
    page: chat.page,
    subject: messages[0]?.text ?? '',
    lastText: last?.text ?? '',
    lastSender: last?.sender ?? 'visitor',
    waitingSince: chat.state === 'waiting' ? (latest?.at ?? createdAt) : null,
    handoffReason: chat.handoffReason,
    pack:
      chat.handoffReason === null
        ? null
        : packOf(messages.map((one) => ({ ...one, organizationId: about.organizationId }))),
    rating: chat.rating,
    visitorReadSeq: messages.length,
    teamReadSeq: chat.state === 'closed' || chat.state === 'agent' ? messages.length : 0,
    minuteFrom: createdAt,
    minuteCount: 1,
    createdAt,
    updatedAt: latest?.at ?? createdAt,
  });
  await tx.db.insert(conversationMessages).values(messages);
  const acts = messages.map(({ action }) => action);
  await countUsage(tx, demoTimezone, createdAt, {
    conversations: 1,
    ai_answers: acts.filter((action) => action === 'answer').length,
    handoffs: acts.filter((action) => action === 'handoff').length,
  });
}
