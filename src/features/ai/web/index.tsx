import type { WebFeature } from '#web/feature.ts';

export const ai: WebFeature = {
  name: 'ai',
  settings: [
    {
      topic: 'ai',
      order: 10,
      section: async () => ({ Section: (await import('./ai-settings.tsx')).AiSettings }),
    },
  ],
};
