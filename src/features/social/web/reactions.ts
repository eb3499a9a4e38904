import { reaction } from '#web/feature.ts';
import { atMostEvery } from '#web/lib/at-most-every.ts';
import { refresh } from '#web/query.ts';
import { socialPostPublished, socialPostsChanged } from '../contract.ts';
import { platformRules } from '../platforms.ts';
import { postQueries } from './post-queries.ts';

/** Changes of many posts at once are read once in a while, not once for each. */
const readAgain = atMostEvery(700, () => refresh(postQueries));

/** Toasts and delays of specification sections 2 and 7. */
export const reactions = [
  reaction(socialPostPublished, {
    delayMs: 100,
    toast: ({ platform }) => ({
      title: 'Post Auto-Published!',
      description: `It is on ${platformRules[platform].name}.`,
      durationMs: 4000,
    }),
    apply: readAgain,
  }),
  reaction(socialPostsChanged, { delayMs: 100, toast: () => null, apply: readAgain }),
];
