import type { WebFeature } from '#web/feature.ts';

export const leads: WebFeature = {
  name: 'leads',
  tabs: [
    {
      key: 'leads',
      name: 'Incoming Leads',
      order: 20,
      module: 'leads_manager',
      counts: 'leads',
      coming: false,
      shortcut: 'l',
      screen: () => import('./leads-screen.tsx'),
    },
  ],
  reactions: () => import('./reactions.ts'),
};
