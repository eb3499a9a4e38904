import type { WebFeature } from '#web/feature.ts';

const screen = () => import('./billing-screen.tsx');

export const billing: WebFeature = {
  name: 'billing',
  routes: [
    { path: '/tenant/billing', access: 'workspace', screen },
    { path: '/billing', access: 'workspace', screen },
  ],
};
