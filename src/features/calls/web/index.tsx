import type { WebFeature } from '#web/feature.ts';

export const calls: WebFeature = {
  name: 'calls',
  tabs: [
    {
      key: 'calls',
      name: 'Call Management',
      order: 40,
      module: null,
      counts: 0,
      coming: true,
      shortcut: 'c',
      screen: () => import('./calls-screen.tsx'),
    },
  ],
};
