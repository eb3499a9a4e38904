import type { WebFeature } from '#web/feature.ts';

export const support: WebFeature = {
  name: 'support',
  tabs: [
    {
      key: 'support',
      name: 'Support',
      order: 50,
      module: 'support_agent',
      counts: null,
      coming: false,
      shortcut: 'u',
      screen: () => import('./support-screen.tsx'),
    },
  ],
  reactions: () => import('./reactions.ts'),
};
