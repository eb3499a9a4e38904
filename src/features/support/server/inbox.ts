import { and, count, eq, ilike, ne, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type {
  Conversation,
  ConversationCounts,
  ConversationRow,
  ConversationView,
  conversationApi,
} from '#features/support/conversation-contract.ts';
import type { Context } from '#server/context.ts';
import type { Reply } from '#server/http/route.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import { likePattern } from '#server/search.ts';
import type { Input } from '#shared/endpoint.ts';
import { conversationOut, findConversation, rowOut } from './conversation-row.ts';
import { conversations } from './conversation-tables.ts';

type Endpoints = (typeof conversationApi)['endpoints'];

/** What a view shows. Of an API key nothing is its own. */
function viewOf(view: ConversationView, { session }: Context): SQL | undefined {
  if (view === 'open') return ne(conversations.state, 'closed');
  if (view !== 'mine') return eq(conversations.state, view);
  return session.userId === null
    ? sql`false`
    : and(eq(conversations.state, 'person'), eq(conversations.ownerId, session.userId));
}

function matching(search: string): SQL | undefined {
  const pattern = likePattern(search);
  return or(
    ilike(conversations.visitorName, pattern),
    ilike(conversations.visitorEmail, pattern),
    ilike(conversations.subject, pattern),
    ilike(conversations.lastText, pattern),
  );
}

/** Newest first; those who wait by how long they do, the longest first. */
export async function listConversations(
  context: Context,
  { query }: Input<Endpoints['list']>,
): Promise<Reply<ConversationRow[]>> {
  const isQueue = query.view === 'waiting';
  const at = isQueue ? conversations.waitingSince : conversations.updatedAt;
  const after = decodeCursor(query.cursor, z.tuple([cursorPart.instant, cursorPart.id]));
  const beyond = !after
    ? undefined
    : isQueue
      ? sql`(${at}, ${conversations.id}) > (${after[0]}::timestamptz, ${after[1]}::uuid)`
      : sql`(${at}, ${conversations.id}) < (${after[0]}::timestamptz, ${after[1]}::uuid)`;
  const wanted = and(viewOf(query.view, context), query.search ? matching(query.search) : undefined);
  const direction = isQueue ? sql`asc` : sql`desc`;
  const [rows, total] = await Promise.all([
    context.db
      .select()
      .from(conversations)
      .where(and(wanted, beyond))
      .orderBy(sql`${at} ${direction}, ${conversations.id} ${direction}`)
      .limit(query.limit + 1),
    context.db.$count(conversations, wanted),
  ]);
  return pageReply({
    items: rows.map(rowOut),
    limit: query.limit,
    total,
    path: '/api/conversations',
    query,
    cursorOf: (last) =>
      encodeCursor([isQueue ? (last.waitingSince ?? last.updatedAt) : last.updatedAt, last.id]),
  });
}

export async function countConversations(context: Context): Promise<ConversationCounts> {
  const rows = await context.db
    .select({
      state: conversations.state,
      isMine: sql<boolean>`coalesce(${conversations.ownerId} = ${context.session.userId}::uuid, false)`,
      count: count(),
    })
    .from(conversations)
    .groupBy(sql`1, 2`);
  const sum = (counts: (row: (typeof rows)[number]) => boolean): number =>
    rows.filter(counts).reduce((total, row) => total + row.count, 0);
  return {
    waiting: sum(({ state }) => state === 'waiting'),
    mine: sum(({ state, isMine }) => state === 'person' && isMine),
    open: sum(({ state }) => state !== 'closed'),
    closed: sum(({ state }) => state === 'closed'),
  };
}

export async function readConversation(
  context: Context,
  { params }: Input<Endpoints['read']>,
): Promise<Conversation> {
  return conversationOut(context, await findConversation(context, params.conversationId));
}
