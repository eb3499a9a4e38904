import type { ModuleType } from '#shared/modules.ts';

interface ModuleWords {
  /** What it does, in a sentence. */
  text: string;
  points: readonly string[];
  /** Said beside the price while the module cannot be used yet. */
  note: string | null;
}

/** What the landing page says about each module. */
export const moduleWords: Record<ModuleType, ModuleWords> = {
  social_media: {
    text: 'Posts for LinkedIn, Facebook and Instagram, drafted from your pictures and published on time.',
    points: [
      'Drafts from a picture and a few words',
      'Calendar, queue and approval by a client',
      'Published means that the platform confirmed it',
    ],
    note: null,
  },
  leads_manager: {
    text: 'Every enquiry in the inbox becomes a lead, with its whole conversation and the next step.',
    points: [
      'Summaries that name the message they come from',
      'Answers drafted in your tone',
      'Meetings offered, booked and moved by email',
    ],
    note: null,
  },
  outreach: {
    text: 'Prospects imported, written to one by one or in sequences, with their consent on record.',
    points: [
      'CSV import that finds duplicates',
      'Drafts that claim nothing you have not said',
      'Unsubscribing, caps and hours built in',
    ],
    note: null,
  },
  support_agent: {
    text: 'Answers to customers from your own documents, with hand-over to a person.',
    points: [
      'Answers that name their article',
      'A chat for your website in one line',
      'A person takes over at any time',
    ],
    note: null,
  },
};
