import type { Engine } from '../jobs.ts';
import { draftReplyByRules } from './reply-draft.ts';
import { summariseByRules } from './summarise.ts';

/** The engine without key and network: rules and quotes, the same answer for the same thread. */
export const builtinEngine: Engine = {
  id: 'builtin/1',
  promptVersion: 'rules-1',
  leadSummary: (thread, { now }) => Promise.resolve(summariseByRules(thread, now)),
  replyDraft: (input, { now }) => Promise.resolve(draftReplyByRules(input, now)),
};
