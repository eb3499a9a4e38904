import type { WebFeature } from '#web/feature.ts';

export const notifications: WebFeature = {
  name: 'notifications',
  reactions: () => import('./reactions.ts'),
};
