import type { WebFeature } from '#web/feature.ts';

const dashboard = () => import('./dashboard-screen.tsx');

export const legacy: WebFeature = {
  name: 'legacy',
  routes: [
    { path: '/legacy', access: 'public', screen: dashboard },
    { path: '/legacy/dashboard', access: 'public', screen: dashboard },
    { path: '/legacy/database', access: 'public', screen: () => import('./database-screen.tsx') },
    { path: '/legacy/login', access: 'public', screen: () => import('./access-code-screen.tsx') },
  ],
};
