import type { WebFeature } from '#web/feature.ts';

export const landing: WebFeature = {
  name: 'landing',
  routes: [{ path: '/landing', access: 'public', screen: () => import('#web/shell/written-page.tsx') }],
};
