import { mailApi } from '#features/mail/contract.ts';
import { call } from '#web/api.ts';
import { mailNotSent, mailNotTakenBack, mailSent, undoSeconds } from '#web/mail-toasts.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { leadsApi } from '../contract.ts';
import { leadConversationApi } from '../conversation-contract.ts';
import { changeDraft, clearDraft, draftOf, type ReplyDraft } from './reply-draft.ts';
import { senderName } from './sender-name.ts';

const { reply, undoReply, addNote, deliveries } = leadConversationApi.endpoints;

const changed = [
  mailApi.endpoints.correspondence,
  deliveries,
  leadsApi.endpoints.read,
  leadsApi.endpoints.activity,
  leadsApi.endpoints.list,
];

/** Sends what is written to a lead. A failure keeps it and says why. True when it went. `outbox`: no mail account is connected. */
export async function sendDraft(threadId: string, outbox: boolean): Promise<boolean> {
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
    const to = senderName(sent.recipient.split(',')[0] ?? '');
    mailSent({ what: 'Reply', to, outbox }, () => takeBack(threadId, sent.id, { ...draft, open: true }));
    await refresh(changed);
    return true;
  } catch (error) {
    mailNotSent(
      draft.mode === 'note' ? 'The note was not added' : 'The reply was not sent',
      error,
      'What you wrote is kept. Try again.',
    );
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
    mailNotTakenBack('The reply was not taken back', error);
  }
  await refresh(changed);
}
