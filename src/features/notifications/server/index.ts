import { notificationEvent, notificationsApi } from '#features/notifications/contract.ts';
import { exportable, type Feature } from '#server/feature.ts';
import { handlers } from '#server/http/route.ts';
import { countUnread, listNotifications, markRead } from './list.ts';
import { onMail } from './on-mail.ts';
import { removeOldNotifications } from './remove-old.ts';
import { notificationReads, notifications } from './tables.ts';

export const notificationsFeature: Feature = {
  name: 'notifications',
  routes: handlers(notificationsApi, { list: listNotifications, unread: countUnread, markRead }),
  jobs: [removeOldNotifications],
  events: [notificationEvent],
  browsable: [],
  exportable: [exportable(notifications), exportable(notificationReads)],
  onMail,
};
