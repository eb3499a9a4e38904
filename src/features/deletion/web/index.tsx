import type { WebFeature } from '#web/feature.ts';

export const deletion: WebFeature = {
  name: 'deletion',
  reactions: () => import('./reactions.ts'),
};
