import { mailApi } from '#features/mail/contract.ts';
import { ApiError, call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { leadsApi } from '../contract.ts';
import { leadConversationApi } from '../conversation-contract.ts';
import { changeDraft, clearDraft, draftOf, type ReplyDraft } from './reply-draft.ts';
import { senderName } from './sender-name.ts';

const { reply, undoReply, addNote, deliveries } = leadConversationApi.endpoints;
/** So long a reply can be taken back, seconds. */
const undoSeconds = 10;

const changed = [
  mailApi.endpoints.correspondence,
  deliveries,
  leadsApi.endpoints.read,
  leadsApi.endpoints.activity,
  leadsApi.endpoints.list,
];

/** Sends what is written to a lead. A failure keeps it and says why. True when it went. */
export async function sendDraft(threadId: string): Promise<boolean> {
  const draft = draftOf(threadId);
  const params = { thread_id: threadId };
  try {
    if (draft.mode === 'note') {
      await call(addNote, { params, body: { content: draft.content } });
      clearDraft(threadId);
      await refresh(changed);
      return true;
    }
    const sent = await call(reply, {
      params,
      body: {
        content: draft.content,
        replyAll: draft.mode === 'all',
        attachmentIds: draft.files.flatMap(({ id }) => (id === null ? [] : [id])),
        undoSeconds,
      },
    });
    clearDraft(threadId);
    toast({
      title: `Reply sent to ${senderName(sent.recipient.split(',')[0] ?? '')}`,
      durationMs: undoSeconds * 1000,
      action: { label: 'Undo', run: () => takeBack(threadId, sent.id, { ...draft, open: true }) },
    });
    await refresh(changed);
    return true;
  } catch (error) {
    toast({
      title: draft.mode === 'note' ? 'The note was not added' : 'The reply was not sent',
      description:
        error instanceof ApiError && error.status === 0
          ? 'The server cannot be reached. What you wrote is kept here.'
          : messageOf(error, 'What you wrote is kept. Try again.'),
      tone: 'danger',
    });
    return false;
  }
}

/** Takes a reply back that has not left; its text goes into the composer again, with the files that are known. */
export async function takeBack(threadId: string, id: string, known?: ReplyDraft): Promise<void> {
  try {
    const { content } = await call(undoReply, { params: { thread_id: threadId, id } });
    const draft = known ?? { ...draftOf(threadId), open: true, mode: 'reply' as const, content };
    // What was begun meanwhile is not lost to what comes back.
    const since = draftOf(threadId).content;
    changeDraft(threadId, { ...draft, content: since ? `${draft.content}\n\n${since}` : draft.content });
    toast({ title: 'Reply taken back', description: 'Your text is in the composer again.' });
  } catch (error) {
    toast({
      title: 'The reply was not taken back',
      description: messageOf(error, 'It may have left already.'),
      tone: 'danger',
    });
  }
  await refresh(changed);
}
