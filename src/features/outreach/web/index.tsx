import type { WebFeature } from '#web/feature.ts';

export const outreach: WebFeature = {
  name: 'outreach',
  routes: [
    {
      path: '/unsubscribe/$token',
      access: 'public',
      screen: () => import('./unsubscribe-screen.tsx'),
    },
  ],
  tabs: [
    {
      key: 'outreach',
      name: 'Outreach',
      order: 30,
      module: 'outreach',
      counts: 'prospects',
      coming: false,
      shortcut: 'o',
      screen: () => import('./outreach-screen.tsx'),
    },
  ],
  reactions: () => import('./reactions.ts'),
};
