import type { ModuleType } from '#shared/modules.ts';

/** What each sold module does, in one sentence and three facts. */
export const moduleTexts: Record<ModuleType, { does: string; points: readonly string[] }> = {
  social_media: {
    does: 'Writes posts from your pictures and publishes them at the time you choose.',
    points: [
      'LinkedIn, Facebook and Instagram',
      'A weekly calendar',
      'Publishing through your own connection',
    ],
  },
  leads_manager: {
    does: 'Turns the email people send you into leads with the whole conversation beside them.',
    points: [
      'One lead for each conversation, whoever answers it',
      'Budget, location and period read from the messages, each with its source',
      'The whole team sees a new lead at once',
    ],
  },
  outreach: {
    does: 'Writes a first email for each prospect of your list and keeps track of the answers.',
    points: [
      'CSV import that finds duplicates',
      'Every email is read by a person first',
      'Unsubscribing respected',
    ],
  },
  support_agent: {
    does: 'Answers your customers’ questions from your own articles and hands over to a person.',
    points: ['Answers quote their article', 'A widget for your website', 'Hand-offs become leads'],
  },
};
