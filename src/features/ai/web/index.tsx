import type { WebFeature } from '#web/feature.ts';

export const ai: WebFeature = {
  name: 'ai',
  settings: [
    { order: 40, section: async () => ({ Section: (await import('./ai-settings.tsx')).AiSettings }) },
  ],
};
