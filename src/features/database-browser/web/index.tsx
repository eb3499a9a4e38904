import type { WebFeature } from '#web/feature.ts';

const screen = () => import('./database-screen.tsx');

export const databaseBrowser: WebFeature = {
  name: 'database-browser',
  routes: [
    { path: '/tenant/database', access: 'workspace', screen },
    { path: '/database', access: 'workspace', screen },
  ],
};
