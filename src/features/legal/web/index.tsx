import type { WebFeature } from '#web/feature.ts';

export const legal: WebFeature = {
  name: 'legal',
  routes: ['/terms', '/privacy'].map((path) => ({
    path,
    access: 'public',
    screen: () => import('#web/shell/written-page.tsx'),
  })),
};
