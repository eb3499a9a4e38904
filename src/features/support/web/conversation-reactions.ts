import { reaction } from '#web/feature.ts';
import { atMostEvery } from '#web/lib/at-most-every.ts';
import { refresh } from '#web/query.ts';
import { conversationEvent, conversationTyping, conversationWaiting } from '../conversation-contract.ts';
import { conversationQueries } from './conversation-queries.ts';
import { noteTyping, stopTyping } from './typing-visitors.ts';

/** Milliseconds between two readings: a flood of messages is read once in a while. */
const pauseMs = 300;
const readConversations = atMostEvery(pauseMs, () => refresh(conversationQueries));

export const conversationReactions = [
  reaction(conversationEvent, {
    delayMs: 0,
    toast: () => null,
    apply: ({ id }) => {
      stopTyping(id);
      readConversations();
    },
  }),
  reaction(conversationWaiting, {
    delayMs: 0,
    toast: ({ subject }) => ({
      title: 'A visitor waits for a person',
      description: subject,
    }),
    apply: readConversations,
  }),
  reaction(conversationTyping, { delayMs: 0, toast: () => null, apply: ({ id }) => noteTyping(id) }),
];
