import type { WebFeature } from '#web/feature.ts';

export const mailbox: WebFeature = {
  name: 'mailbox',
  reactions: () => import('./reactions.ts'),
};
