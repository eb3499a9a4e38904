import type { WebFeature } from '#web/feature.ts';

export const social: WebFeature = {
  name: 'social',
  routes: [
    {
      path: '/post-approval/$token',
      access: 'public',
      screen: () => import('./approval-screen.tsx'),
    },
    {
      path: '/tenant/social/connected',
      access: 'workspace',
      screen: () => import('./connected-screen.tsx'),
    },
  ],
  tabs: [
    {
      key: 'social',
      name: 'Social Media',
      order: 10,
      module: 'social_media',
      counts: 'socialPosts',
      coming: false,
      shortcut: 's',
      screen: () => import('./social-screen.tsx'),
    },
  ],
  settings: [
    {
      topic: 'social',
      order: 10,
      section: async () => ({ Section: (await import('./social-settings.tsx')).SocialSettings }),
    },
  ],
  reactions: () => import('./reactions.ts'),
};
