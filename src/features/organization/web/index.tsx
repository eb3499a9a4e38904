import type { WebFeature } from '#web/feature.ts';

const screen = () => import('./admin-screen.tsx');

export const organization: WebFeature = {
  name: 'organization',
  routes: [
    { path: '/tenant/admin', access: 'workspace', screen },
    { path: '/admin', access: 'workspace', screen },
  ],
  settings: [
    {
      topic: 'email',
      order: 30,
      section: async () => ({ Section: (await import('./team-addresses.tsx')).TeamAddresses }),
    },
  ],
};
