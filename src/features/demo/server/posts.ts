import type { Platform } from '#features/social/platforms.ts';
import type { StoredEngagement } from '#features/social/server/tables.ts';
import type { Colleague, Moment } from './conversation.ts';

type SampleFigures = Omit<StoredEngagement, 'source'>;

/** A social post of the demo tenant; one entry for several platforms has a text for each. */
export interface DemoPost {
  by: Colleague;
  written: Moment;
  texts: Partial<Record<Platform, string>>;
  /** Scheduled or published then; left out = a draft. */
  at?: Moment;
  /** Published posts have figures of each platform, marked as samples. */
  figures?: Partial<Record<Platform, SampleFigures>>;
  /** Why it did not go out. */
  failed?: { reason: string; fix: string };
}

/** Without pictures: each shows the drawn place that its words name. Nothing here happened. */
export const demoPosts: readonly DemoPost[] = [
  {
    by: 'priya',
    written: [18, '10:12'],
    at: [17, '08:30'],
    texts: {
      linkedin:
        'The Pyrmont bridge screen is back on after its refit.\n\nSharper panels, a third less power, and the same queue of people walking past it at half past eight.\n\nIf your brand lives in the city, come and see it in daylight before you judge it at night.\n\n#OutOfHome #Sydney',
      facebook:
        'Look who is back! The Pyrmont bridge screen is on again after its refit. Wave at it on your way to work.',
    },
    figures: {
      linkedin: { likes: 41, comments: 6, shares: 3, reach: 2140 },
      facebook: { likes: 28, comments: 4, shares: 2, reach: 1310 },
    },
  },
  {
    by: 'maya',
    written: [15, '15:40'],
    at: [14, '12:00'],
    texts: {
      linkedin:
        'Three things we ask before we quote a billboard:\n\n1. Who has to see it?\n2. What should they do on the next corner?\n3. When is it too late?\n\nThe budget comes fourth. It is easier to answer then.',
    },
    figures: { linkedin: { likes: 57, comments: 11, shares: 8, reach: 3870 } },
  },
  {
    by: 'priya',
    written: [12, '09:20'],
    at: [11, '07:45'],
    texts: {
      facebook:
        'Morning traffic on the airport road, and the new café poster is the first thing you see after the tunnel. Well done to the team who hung it in the rain.',
    },
    figures: { facebook: { likes: 19, comments: 2, shares: 1, reach: 1020 } },
  },
  {
    by: 'tom',
    written: [9, '16:05'],
    at: [8, '09:00'],
    texts: {
      linkedin:
        'A local bakery asked for one poster near the ferry for two weeks. They stayed for ten.\n\nSmall budgets can be seen if they stand still long enough in the right place.',
      facebook: 'Two weeks near the ferry became ten. Thank you for the croissants!',
    },
    figures: {
      linkedin: { likes: 33, comments: 5, shares: 2, reach: 1760 },
      facebook: { likes: 44, comments: 9, shares: 5, reach: 1980 },
    },
  },
  {
    by: 'maya',
    written: [6, '11:30'],
    at: [5, '17:00'],
    texts: {
      linkedin:
        'What a poster on the highway can say: seven words.\n\nWhat it cannot say: your opening hours, your history, your second-best product.\n\nWe cut until it hurts, then one more word.',
    },
    figures: { linkedin: { likes: 72, comments: 14, shares: 9, reach: 4410 } },
  },
  {
    by: 'priya',
    written: [3, '13:10'],
    at: [1, '08:15'],
    texts: {
      linkedin:
        'Sites free from next month: two at the harbour, one on the airport road. Write to us for the map.',
      facebook:
        'Free from next month: two spots at the harbour and one on the airport road. Ask us for the map!',
    },
    failed: {
      reason: 'The automation service answered 503, so the post was not taken.',
      fix: 'Publish it now or choose another time',
    },
  },
  {
    by: 'priya',
    written: [2, '10:00'],
    at: [-1, '08:30'],
    texts: {
      linkedin:
        'Behind the scenes: it takes four people, two harnesses and one very calm dog to change a poster above the harbour.\n\n#OutOfHome',
      facebook: 'Four people, two harnesses, one calm dog: how a poster above the harbour is changed.',
    },
  },
  {
    by: 'tom',
    written: [2, '14:45'],
    at: [-2, '12:30'],
    texts: {
      linkedin:
        'We print on fabric that is used again: after the campaign it becomes bags, covers and, once, a kite.\n\nAsk us for the list of workshops that take it.',
    },
  },
  {
    by: 'maya',
    written: [1, '09:15'],
    at: [-4, '09:00'],
    texts: {
      facebook:
        'Summer on the ferry wharf: which of your products should be the first that people see when they come home?',
    },
  },
  {
    by: 'tom',
    written: [1, '16:20'],
    at: [-6, '16:00'],
    texts: {
      linkedin:
        'From January we measure footfall at six sites ourselves. Here is how we count, and what we do not count.',
    },
  },
  {
    by: 'priya',
    written: [1, '11:05'],
    texts: {
      linkedin:
        'Draft: five questions that clients ask about digital screens, answered in one sentence each. (Maya, please check number three.)',
      facebook: 'Draft: what is the difference between a screen and a poster? One line each.',
    },
  },
  {
    by: 'maya',
    written: [0, '16:30'],
    texts: {
      linkedin: 'Draft: a word about our new site on the road to the airport, once the council has signed.',
    },
  },
  {
    by: 'tom',
    written: [0, '10:40'],
    texts: {
      facebook: 'Draft: thank-you post for the team that kept the city screens running through the storm.',
    },
  },
];
