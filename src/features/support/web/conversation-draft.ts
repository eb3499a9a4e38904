import { call, messageOf } from '#web/api.ts';
import { draftsOf } from '#web/drafts.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { conversationApi } from '../conversation-contract.ts';
import { conversationQueries } from './conversation-queries.ts';

const { send, addNote } = conversationApi.endpoints;

export interface ConversationDraft {
  mode: 'answer' | 'note';
  text: string;
}

export const conversationDrafts = draftsOf<ConversationDraft>(
  { mode: 'answer', text: '' },
  ({ text }) => text.trim() !== '',
);

/** Sends what is written, or leaves it as a note. A failure keeps it and says why. */
export async function sendConversationDraft(conversationId: string): Promise<void> {
  const { mode, text } = conversationDrafts.of(conversationId);
  const request = { params: { conversationId }, body: { text } };
  try {
    await (mode === 'note' ? call(addNote, request) : call(send, request));
    conversationDrafts.change(conversationId, { text: '' });
  } catch (error) {
    toast({
      title: mode === 'note' ? 'The note was not added' : 'The answer was not sent',
      description: messageOf(error, 'What you wrote is kept. Try again.'),
      tone: 'danger',
    });
  }
  await refresh(conversationQueries);
}
