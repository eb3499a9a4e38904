import type { WebFeature } from '#web/feature.ts';

export const social: WebFeature = {
  name: 'social',
  tabs: [
    {
      key: 'social',
      name: 'Social Media',
      order: 10,
      module: 'social_media',
      counts: null,
      coming: true,
      shortcut: 's',
      screen: () => import('./social-screen.tsx'),
    },
  ],
};
