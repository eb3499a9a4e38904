import type { Engine } from '../jobs.ts';
import { draftOutreachByRules } from './outreach-email.ts';
import { draftReplyByRules } from './reply-draft.ts';
import { draftPostByRules } from './social-post.ts';
import { summariseByRules } from './summarise.ts';
import { answerByRules } from './support-answer.ts';

/** The engine without key and network: rules and quotes, the same answer for the same thread. */
export const builtinEngine: Engine = {
  id: 'builtin/1',
  promptVersion: 'rules-1',
  seesPictures: false,
  leadSummary: (thread, { now }) => Promise.resolve(summariseByRules(thread, now)),
  replyDraft: (input, { now }) => Promise.resolve(draftReplyByRules(input, now)),
  socialPost: (input) => Promise.resolve(draftPostByRules(input)),
  outreachEmail: (input) => Promise.resolve(draftOutreachByRules(input)),
  supportAnswer: (input) => Promise.resolve(answerByRules(input)),
};
