import type { LongList } from '#web/long-list.ts';
import { type ConversationRow, conversationApi } from '../conversation-contract.ts';

const { list, counts, read } = conversationApi.endpoints;

/** What is different when something in a conversation is. */
export const conversationQueries = [list, counts, read];

export const conversationList: LongList<ConversationRow> = {
  endpoint: list,
  idOf: ({ id }) => id,
  filter: { param: 'view', valueOf: ({ state }) => state },
};
