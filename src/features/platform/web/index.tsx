import type { WebFeature } from '#web/feature.ts';

export const platform: WebFeature = {
  name: 'platform',
  routes: [
    { path: '/platform/audit-log', access: 'workspace', screen: () => import('./audit-log-screen.tsx') },
    { path: '/platform/settings', access: 'workspace', screen: () => import('./settings-screen.tsx') },
  ],
};
