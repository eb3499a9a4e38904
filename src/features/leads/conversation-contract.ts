import { z } from 'zod';
import { correspondenceItem } from '#features/mail/contract.ts';
import { defineApi, endpoint, noContent } from '#shared/endpoint.ts';
import { event } from '#shared/realtime.ts';
import { email, id, instant, required, rowId, text } from '#shared/text.ts';
import { lead } from './contract.ts';

export const conversationLimits = {
  /** Characters of a reply or a note. */
  content: 50_000,
  subject: 500,
  recipients: 50,
  attachments: 20,
  /** Bytes of all files of one mail. */
  attachmentBytes: 25 * 1024 * 1024,
  /** Messages that move together. */
  split: 200,
} as const;

/** Notes, delivery states, merges: screens read the conversation again, without a toast. */
export const conversationChangedEvent = event('conversation_changed', z.strictObject({ thread_id: id }));

const addresses = z.array(email).max(conversationLimits.recipients);
const threadParam = z.strictObject({ thread_id: id });
const messageParam = threadParam.extend({ id: rowId });
const noteParam = threadParam.extend({ note_id: rowId });
const content = required(conversationLimits.content, 'Write something first.');

/** A subject is one line: a line break would begin another header. */
const subject = text(conversationLimits.subject).regex(/^[^\p{Cc}]*$/u, 'A subject is one line.');

const party = z.strictObject({ name: z.string().max(500).nullable(), address: z.string().max(500) });

/** What a reply would be: shown before it is written. */
export const replyPlan = z.strictObject({
  /** The message that is answered; null for the first mail to a lead. */
  inReplyTo: id.nullable(),
  subject: z.string().max(2000),
  to: z.array(party).max(200),
  /** Who else a reply to all goes to. */
  cc: z.array(party).max(200),
  from: party,
  /** How it leaves: the organization's mail account, the platform's server, or not at all. */
  transport: z.enum(['tenant', 'platform', 'outbox']),
  /** Recipients of `to` and `cc` that get no more mail; a reply to them is refused. */
  stopped: z
    .array(z.strictObject({ id, address: z.string().max(500), reason: z.string().max(2000) }))
    .max(400),
});
export type ReplyPlan = z.infer<typeof replyPlan>;

/** Where our mails of a conversation are, in more words than the message's `delivery`. */
export const delivery = z.strictObject({
  messageId: id,
  state: z.enum(['queued', 'sending', 'sent', 'kept', 'held', 'failed', 'unconfirmed', 'bounced']),
  reason: z.string().max(2000),
  sendAt: instant.nullable(),
  mayUndo: z.boolean(),
  maySendAgain: z.boolean(),
});
export type Delivery = z.infer<typeof delivery>;

export const replyDraft = z.strictObject({
  content: z.string().max(conversationLimits.content),
  subject: z.string().max(2000),
  to: z.array(z.string().max(500)).max(200),
  inReplyTo: id.nullable(),
});

/** What came of putting together or taking apart; `undo_id` undoes it. */
export const moveAnswer = z.strictObject({ lead, undo_id: id });
export type MoveAnswer = z.infer<typeof moveAnswer>;

export const leadConversationApi = defineApi({
  module: 'leads_manager',
  endpoints: {
    planReply: endpoint({
      method: 'GET',
      path: '/api/leads/:thread_id/reply',
      summary: 'Whom a reply would go to, and how it would leave',
      access: 'leads.write',
      ids: { thread_id: 'leads' },
      effects: [],
      params: threadParam,
      output: replyPlan,
    }),
    reply: endpoint({
      method: 'POST',
      path: '/api/leads/:thread_id/reply',
      summary: 'Answer a lead by mail, in its thread',
      status: 202,
      access: 'leads.write',
      ids: { thread_id: 'leads', attachmentIds: 'files' },
      effects: ['mail', 'frame', 'job'],
      idempotent: true,
      params: threadParam,
      body: z.strictObject({
        content,
        replyAll: z.boolean().optional(),
        to: addresses.min(1).optional(),
        cc: addresses.optional(),
        subject: subject.optional(),
        attachmentIds: z.array(id).max(conversationLimits.attachments).optional(),
        /** The message that is answered; the newest one that came in otherwise. */
        inReplyTo: id.optional(),
        undoSeconds: z.int().min(0).max(60).optional(),
      }),
      output: correspondenceItem,
    }),
    deliveries: endpoint({
      method: 'GET',
      path: '/api/leads/:thread_id/deliveries',
      summary: 'Where the mails of a conversation that you sent are',
      access: 'mail.read',
      ids: { thread_id: 'leads' },
      effects: [],
      params: threadParam,
      output: z.array(delivery).max(1000),
    }),
    undoReply: endpoint({
      method: 'POST',
      path: '/api/leads/:thread_id/messages/:id/undo',
      summary: 'Take back a reply that has not left',
      access: 'leads.write',
      ids: { thread_id: 'leads', id: 'messages' },
      effects: ['frame'],
      params: messageParam,
      output: replyDraft,
    }),
    sendAgain: endpoint({
      method: 'POST',
      path: '/api/leads/:thread_id/messages/:id/send-again',
      summary: 'Send a reply again that failed, was kept, or whose outcome is not known',
      status: 202,
      access: 'leads.write',
      ids: { thread_id: 'leads', id: 'messages' },
      effects: ['mail', 'frame'],
      idempotent: true,
      params: messageParam,
      body: z.strictObject({
        /** For one whose outcome is not known: it may arrive twice. */
        confirmed: z.boolean().optional(),
      }),
      output: correspondenceItem,
    }),
    addNote: endpoint({
      method: 'POST',
      path: '/api/leads/:thread_id/notes',
      summary: 'Add a note that only the team sees',
      status: 201,
      access: 'leads.write',
      ids: { thread_id: 'leads' },
      effects: ['frame'],
      idempotent: true,
      params: threadParam,
      body: z.strictObject({ content }),
      output: correspondenceItem,
    }),
    editNote: endpoint({
      method: 'PATCH',
      path: '/api/leads/:thread_id/notes/:note_id',
      summary: 'Change an own note',
      access: 'leads.write',
      ids: { thread_id: 'leads', note_id: 'thread_notes' },
      effects: ['frame'],
      params: noteParam,
      body: z.strictObject({ content }),
      output: correspondenceItem,
    }),
    removeNote: endpoint({
      method: 'DELETE',
      path: '/api/leads/:thread_id/notes/:note_id',
      summary: 'Delete an own note',
      status: 204,
      access: 'leads.write',
      ids: { thread_id: 'leads', note_id: 'thread_notes' },
      effects: ['frame'],
      params: noteParam,
      output: noContent,
    }),
    merge: endpoint({
      method: 'POST',
      path: '/api/leads/:thread_id/merge',
      summary: 'Put a lead into another one, with all its messages',
      access: 'leads.write',
      ids: { thread_id: 'leads', into: 'leads' },
      effects: ['frame'],
      idempotent: true,
      params: threadParam,
      body: z.strictObject({ into: id }),
      output: moveAnswer,
    }),
    split: endpoint({
      method: 'POST',
      path: '/api/leads/:thread_id/split',
      summary: 'Move messages to a lead of their own',
      status: 201,
      access: 'leads.write',
      ids: { thread_id: 'leads', messageIds: 'messages' },
      effects: ['frame'],
      idempotent: true,
      params: threadParam,
      body: z.strictObject({ messageIds: z.array(id).min(1).max(conversationLimits.split) }),
      output: moveAnswer,
    }),
    undoMove: endpoint({
      method: 'POST',
      path: '/api/lead-moves/:id/undo',
      summary: 'Undo a merge or a split',
      access: 'leads.write',
      ids: { id: 'thread_moves' },
      effects: ['frame'],
      idempotent: true,
      params: z.strictObject({ id: rowId }),
      output: lead,
    }),
  },
});
