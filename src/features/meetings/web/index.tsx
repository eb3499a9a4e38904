import type { WebFeature } from '#web/feature.ts';

export const meetings: WebFeature = {
  name: 'meetings',
  routes: [{ path: '/meeting/$token', access: 'public', screen: () => import('./invitation-screen.tsx') }],
  settings: [
    {
      topic: 'meetings',
      order: 10,
      section: async () => ({ Section: (await import('./working-hours.tsx')).WorkingHours }),
    },
  ],
};
