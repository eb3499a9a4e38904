import type { WebFeature } from '#web/feature.ts';

export const outreach: WebFeature = {
  name: 'outreach',
  tabs: [
    {
      key: 'outreach',
      name: 'Outreach',
      order: 30,
      module: 'outreach',
      counts: null,
      coming: true,
      shortcut: 'o',
      screen: () => import('./outreach-screen.tsx'),
    },
  ],
};
