import { and, count, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Notification, notificationsApi } from '#features/notifications/contract.ts';
import type { Context } from '#server/context.ts';
import type { Reply } from '#server/http/route.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { notificationReads, notifications } from './tables.ts';

type Endpoints = (typeof notificationsApi)['endpoints'];

/** Counting stops here: a badge says '99+' beyond. */
const countedUnread = 100;

function reader({ session }: Context): string {
  if (session.userId === null)
    throw new AppError('forbidden', 'Notifications are for people, not for API keys.');
  return session.userId;
}

function mine(userId: string): SQL | undefined {
  return or(isNull(notifications.userId), eq(notifications.userId, userId));
}

/** Notifications of the one who asks, with whether that person has read them. */
export async function listNotifications(
  context: Context,
  { query }: Input<Endpoints['list']>,
): Promise<Reply<Notification[]>> {
  const userId = reader(context);
  const after = decodeCursor(query.cursor, z.tuple([cursorPart.instant, cursorPart.id]));
  const beyond = after
    ? sql`${notifications.createdAt} <= ${after[0]}::timestamptz and (${notifications.createdAt} < ${after[0]}::timestamptz or ${notifications.id} > ${after[1]}::uuid)`
    : undefined;
  const rows = await context.db
    .select()
    .from(notifications)
    .where(and(mine(userId), beyond))
    .orderBy(sql`${notifications.createdAt} desc`, notifications.id)
    .limit(query.limit + 1);
  const read = await context.db
    .select({ id: notificationReads.notificationId })
    .from(notificationReads)
    .where(
      and(
        eq(notificationReads.userId, userId),
        inArray(
          notificationReads.notificationId,
          rows.map((row) => row.id),
        ),
      ),
    );
  const readIds = new Set(read.map((row) => row.id));
  const [totals] = await context.db.select({ total: count() }).from(notifications).where(mine(userId));
  const items = rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    title: row.title,
    text: row.text,
    threadId: row.threadId,
    postId: row.postId,
    conversationId: row.conversationId,
    createdAt: row.createdAt.toISOString(),
    isRead: readIds.has(row.id),
  }));
  return pageReply({
    items,
    limit: query.limit,
    total: totals?.total ?? 0,
    path: '/api/notifications',
    query,
    cursorOf: (last) => encodeCursor([last.createdAt, last.id]),
  });
}

function unreadBy(userId: string): SQL | undefined {
  return and(
    mine(userId),
    sql`not exists (select from notification_reads r where r.organization_id = ${notifications.organizationId} and r.notification_id = ${notifications.id} and r.user_id = ${userId}::uuid)`,
  );
}

export async function countUnread(context: Context): Promise<{ count: number }> {
  const unread = context.db
    .select({ id: notifications.id })
    .from(notifications)
    .where(unreadBy(reader(context)))
    .limit(countedUnread)
    .as('unread');
  const [row] = await context.db.select({ count: count() }).from(unread);
  return { count: row?.count ?? 0 };
}

/**
 * Marks notifications as read by the one who asks; what is read already stays so.
 * @throws AppError not_found when ids are given and none of them is one of the reader's.
 */
export async function markRead(context: Context, { body }: Input<Endpoints['markRead']>): Promise<undefined> {
  const userId = reader(context);
  const wanted = body.ids ? inArray(notifications.id, body.ids) : undefined;
  const readAt = context.services.clock.now();
  await context.tx(async (tx) => {
    if (wanted && (await tx.db.$count(notifications, and(mine(userId), wanted))) === 0)
      throw notFound('notification');
    const rows = await tx.db
      .select({ id: notifications.id })
      .from(notifications)
      .where(and(unreadBy(userId), wanted));
    if (rows.length === 0) return;
    await tx.db
      .insert(notificationReads)
      .values(rows.map(({ id }) => ({ notificationId: id, userId, readAt })))
      .onConflictDoNothing();
  });
  return undefined;
}
