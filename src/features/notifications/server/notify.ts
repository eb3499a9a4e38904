import { type NotificationKind, notificationEvent } from '#features/notifications/contract.ts';
import type { Tx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { notifications } from './tables.ts';

export interface Notice {
  kind: NotificationKind;
  /** Who it is for; null = everyone who may act on it. */
  userId: string | null;
  title: string;
  text: string;
  threadId: string | null;
  postId?: string | null;
  conversationId?: string | null;
  /** What makes it this one and no other: a second notice of the same key is none. */
  key: string;
}

/** Puts a notification behind the bell. Part of the caller's transaction: it is there when what it tells of is. */
export async function notify(
  tx: Pick<Tx, 'db' | 'emit' | 'organizationId'>,
  notice: Notice,
  now: Date,
): Promise<void> {
  const [row] = await tx.db
    .insert(notifications)
    .values({
      ...notice,
      id: newId(),
      organizationId: tx.organizationId,
      title: notice.title.slice(0, 200).toWellFormed(),
      text: notice.text.slice(0, 1000).toWellFormed(),
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: notifications.id });
  if (row) tx.emit(notificationEvent, { id: row.id });
}
