import type { WebFeature } from '#web/feature.ts';

export const legal: WebFeature = {
  name: 'legal',
  routes: [
    { path: '/terms', access: 'public', screen: () => import('./terms-screen.tsx') },
    { path: '/privacy', access: 'public', screen: () => import('./privacy-screen.tsx') },
  ],
};
