import type { WebFeature } from '#web/feature.ts';

export const mail: WebFeature = {
  name: 'mail',
  routes: [],
  settings: [
    {
      topic: 'email',
      order: 40,
      section: async () => ({ Section: (await import('./suppressions.tsx')).Suppressions }),
    },
  ],
};
