import { reaction } from '#web/feature.ts';
import { refresh } from '#web/query.ts';
import { notificationEvent, notificationsApi } from '../contract.ts';

const { list, unread } = notificationsApi.endpoints;

export const reactions = [
  reaction(notificationEvent, { delayMs: 0, toast: () => null, apply: () => refresh([list, unread]) }),
];
