import type { WebFeature } from '#web/feature.ts';

export const mailbox: WebFeature = {
  name: 'mailbox',
  settings: [
    {
      topic: 'email',
      order: 10,
      section: async () => ({ Section: (await import('./mailbox-state.tsx')).MailboxState }),
    },
    {
      topic: 'email',
      order: 20,
      section: async () => ({ Section: (await import('./mail-account.tsx')).MailAccountSettings }),
    },
  ],
  reactions: () => import('./reactions.ts'),
};
