import { reaction } from '#web/feature.ts';
import { atMostEvery } from '#web/lib/at-most-every.ts';
import { refresh } from '#web/query.ts';
import { knowledgeChanged } from '../knowledge-contract.ts';
import { conversationReactions } from './conversation-reactions.ts';
import { knowledgeQueries } from './knowledge-queries.ts';

/** Silent, but for a visitor who waits: whoever changed something sees it, and the others see it where they are. */
export const reactions = [
  ...conversationReactions,
  reaction(knowledgeChanged, {
    delayMs: 100,
    toast: () => null,
    apply: atMostEvery(700, () => refresh(knowledgeQueries)),
  }),
];
