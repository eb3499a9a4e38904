import { z } from 'zod';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { id, required, text } from '#shared/text.ts';
import { knowledgeLimits } from './knowledge-contract.ts';

export const askLimits = {
  /** Lines of words that mean the same. */
  synonymGroups: 200,
  wordsOfGroup: 20,
  word: 60,
  /** Characters of a question; quick messages after each other are one. */
  question: 2000,
} as const;

/** Words that mean the same in this organization's questions: a search for one finds the others. */
export const synonymGroups = z
  .array(
    z
      .array(required(askLimits.word, 'A word is missing.'))
      .min(2, 'Words that mean the same are at least two.')
      .max(askLimits.wordsOfGroup, `At most ${askLimits.wordsOfGroup} words in one line.`),
  )
  .max(askLimits.synonymGroups, `At most ${askLimits.synonymGroups} lines.`);

/** What an answer rests on: words that stand so in the article. */
export const citation = z.strictObject({
  articleId: id,
  title: text(knowledgeLimits.title),
  quote: text(2000),
});
export type Citation = z.infer<typeof citation>;

/**
 * `answer`: from the cited articles. `suggest`: these may be meant. `clarify`: the question is not clear.
 * `handoff`: nothing fits, or a person was asked for.
 */
export const replyAction = z.enum(['answer', 'suggest', 'clarify', 'handoff']);
export type ReplyAction = z.infer<typeof replyAction>;

export const supportReply = z.strictObject({
  action: replyAction,
  text: text(4000),
  citations: z.array(citation).max(5),
  /** Why a person is offered; null unless the action is `handoff`. */
  handoffReason: text(300).nullable(),
  engine: text(80),
  issues: z.array(text(500)).max(20),
});
export type SupportReply = z.infer<typeof supportReply>;

export const askApi = defineApi({
  module: 'support_agent',
  endpoints: {
    readSynonyms: endpoint({
      method: 'GET',
      path: '/api/knowledge/synonyms',
      summary: 'Words that mean the same',
      access: 'support.read',
      ids: {},
      effects: [],
      output: synonymGroups,
    }),
    saveSynonyms: endpoint({
      method: 'PUT',
      path: '/api/knowledge/synonyms',
      summary: 'Replace the words that mean the same',
      access: 'support.write',
      ids: {},
      effects: ['frame'],
      body: z.strictObject({ groups: synonymGroups }),
      output: synonymGroups,
    }),
    ask: endpoint({
      method: 'POST',
      path: '/api/knowledge/ask',
      summary: 'What the agent would answer a visitor; nothing is kept',
      access: 'support.write',
      ids: {},
      effects: ['ai'],
      idempotent: true,
      body: z.strictObject({ question: required(askLimits.question, 'Ask something first.') }),
      output: supportReply,
    }),
  },
});
