import { z } from 'zod';
import { defineApi, endpoint, noContent } from '#shared/endpoint.ts';
import { event } from '#shared/realtime.ts';
import { cursor, id, instant, limit, rowId, text } from '#shared/text.ts';

/** What a notification is about. */
export const notificationKinds = [
  'follow_up',
  'mail_failed',
  'mail_unconfirmed',
  'mailbox',
  'meeting',
  'post_failed',
  'post_due',
  'post_approval',
  'social_account',
  'billing',
  'export',
  'deletion',
  'support_handoff',
] as const;
export const notificationKind = z.enum(notificationKinds);
export type NotificationKind = z.infer<typeof notificationKind>;

export const notification = z.strictObject({
  id,
  kind: notificationKind,
  title: text(200),
  text: text(1000),
  /** The lead that it is about; null = none. */
  threadId: id.nullable(),
  /** The social post that it is about; null = none. */
  postId: id.nullable(),
  /** The conversation with a visitor that it is about; null = none. */
  conversationId: id.nullable(),
  createdAt: instant,
  isRead: z.boolean(),
});
export type Notification = z.infer<typeof notification>;

/** Somebody of the organization has a new one; who it is for reads the list again. */
export const notificationEvent = event('notification', z.strictObject({ id }));

/** Notifications that one call may mark as read. */
const markLimit = 200;

export const notificationsApi = defineApi({
  module: null,
  endpoints: {
    list: endpoint({
      method: 'GET',
      path: '/api/notifications',
      summary: 'What needs you, newest first',
      access: 'signed-in',
      ids: {},
      effects: [],
      query: z.strictObject({ limit, cursor }),
      output: z.array(notification).max(200),
    }),
    unread: endpoint({
      method: 'GET',
      path: '/api/notifications/unread',
      summary: 'How many you have not read; 100 means 100 or more',
      access: 'signed-in',
      ids: {},
      effects: [],
      output: z.strictObject({ count: z.int() }),
    }),
    markRead: endpoint({
      method: 'POST',
      path: '/api/notifications/read',
      summary: 'Mark notifications as read by you; without ids all of them',
      status: 204,
      access: 'signed-in',
      ids: { ids: 'notifications' },
      effects: [],
      whenEnded: 'works',
      body: z.strictObject({ ids: z.array(rowId).max(markLimit).optional() }),
      output: noContent,
    }),
  },
});
