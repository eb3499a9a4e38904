import { z } from 'zod';
import { defineApi, endpoint, noContent } from '#shared/endpoint.ts';
import { mailStates } from '#shared/mail-states.ts';
import { event } from '#shared/realtime.ts';
import { cursor, emailLimit, id, instant, limit, required, rowId, search, text } from '#shared/text.ts';
import { citation, replyAction } from './ask-contract.ts';

export const conversationLimits = {
  /** Of one conversation; whoever has more to say begins another one. */
  messages: 1000,
  /** Characters of a visitor's message, and of one of the team. */
  visitorText: 2000,
  teamText: 4000,
  note: 4000,
  notes: 200,
  cannedReplies: 200,
  cannedTitle: 100,
  name: 200,
  page: 2000,
  comment: 1000,
  /** A visitor's messages in a minute. */
  perMinute: 20,
} as const;

/**
 * Who answers: the automated assistant, nobody yet (a person was asked for), one person, or nobody any more.
 */
export const conversationStates = ['agent', 'waiting', 'person', 'closed'] as const;
export const conversationState = z.enum(conversationStates);
export type ConversationState = z.infer<typeof conversationState>;

export const messageSenders = ['visitor', 'agent', 'person', 'system'] as const;
export const messageSender = z.enum(messageSenders);
export type MessageSender = z.infer<typeof messageSender>;

export const ratings = ['good', 'bad'] as const;
export const rating = z.enum(ratings);
export type Rating = z.infer<typeof rating>;

export const conversationMessage = z.strictObject({
  /** Counts from 1 in its conversation. */
  seq: z.int(),
  sender: messageSender,
  /** The person's name; null for the others. */
  author: text(conversationLimits.name).nullable(),
  text: text(conversationLimits.teamText),
  /** What the assistant did with the question; `handoff` also where a person was called. */
  action: replyAction.nullable(),
  citations: z.array(citation).max(5),
  at: instant,
});
export type ConversationMessage = z.infer<typeof conversationMessage>;

/** What a person needs who takes over: read from the conversation, nothing is made up. */
export const handOffPack = z.strictObject({
  summary: text(1000),
  /** Articles that the assistant showed, with what it did with them. */
  tried: z.array(text(300)).max(20),
  openQuestion: text(conversationLimits.visitorText),
});
export type HandOffPack = z.infer<typeof handOffPack>;

const head = {
  id,
  state: conversationState,
  ownerId: id.nullable(),
  owner: text(conversationLimits.name).nullable(),
  visitorName: text(conversationLimits.name).nullable(),
  visitorEmail: text(emailLimit).nullable(),
  /** As the visitor's browser or words tell, such as `de`. */
  language: text(35),
  /** Where the conversation was begun. */
  page: text(conversationLimits.page).nullable(),
  /** The first thing that the visitor wrote, and the latest message. */
  subject: text(300),
  lastText: text(300),
  lastSender: messageSender,
  lastSeq: z.int(),
  /** The visitor has written, and nobody of the team has read it. */
  isUnread: z.boolean(),
  handoffReason: text(300).nullable(),
  waitingSince: instant.nullable(),
  rating: rating.nullable(),
  createdAt: instant,
  updatedAt: instant,
};
export const conversationRow = z.strictObject(head);
export type ConversationRow = z.infer<typeof conversationRow>;

export const conversationNote = z.strictObject({
  id,
  author: text(conversationLimits.name),
  text: text(conversationLimits.note),
  at: instant,
});
export type ConversationNote = z.infer<typeof conversationNote>;

/** An email with what people answered, for a visitor who had left. */
export const answerMail = z.strictObject({
  /** The last message in it. */
  seq: z.int(),
  to: text(emailLimit),
  /** Where the send gate has it, and why there, for people. */
  state: z.enum(mailStates),
  reason: text(2000),
  maySendAgain: z.boolean(),
});
export type AnswerMail = z.infer<typeof answerMail>;

export const conversation = z.strictObject({
  ...head,
  ratingComment: text(conversationLimits.comment).nullable(),
  pack: handOffPack.nullable(),
  /** The lead that it has become. */
  leadThreadId: id.nullable(),
  /** Up to where the visitor has read. */
  visitorReadSeq: z.int(),
  /** Oldest first. */
  mails: z.array(answerMail).max(conversationLimits.messages + 50),
  messages: z.array(conversationMessage).max(conversationLimits.messages + 50),
  notes: z.array(conversationNote).max(conversationLimits.notes),
});
export type Conversation = z.infer<typeof conversation>;

/** `open`: everything that is not closed. */
export const conversationViews = ['waiting', 'mine', 'open', 'closed'] as const;
export const conversationView = z.enum(conversationViews);
export type ConversationView = z.infer<typeof conversationView>;

export const conversationCounts = z.strictObject({
  waiting: z.int(),
  mine: z.int(),
  open: z.int(),
  closed: z.int(),
});
export type ConversationCounts = z.infer<typeof conversationCounts>;

export const cannedReply = z.strictObject({
  id,
  title: text(conversationLimits.cannedTitle),
  text: text(conversationLimits.teamText),
  updatedBy: text(conversationLimits.name),
  updatedAt: instant,
});
export type CannedReply = z.infer<typeof cannedReply>;

/** Something in a conversation is different: its lists and its screen are read again. */
export const conversationEvent = event('support_conversation_changed', z.strictObject({ id }));
/** A person was asked for. */
export const conversationWaiting = event(
  'support_conversation_waiting',
  z.strictObject({ id, subject: text(300) }),
);
/** The visitor writes at this moment. */
export const conversationTyping = event('support_conversation_typing', z.strictObject({ id }));

const conversation404 = { conversationId: 'support_conversations' } as const;
const conversationParams = z.strictObject({ conversationId: rowId });
const cannedParams = z.strictObject({ replyId: rowId });
const cannedBody = z.strictObject({
  title: required(conversationLimits.cannedTitle, 'Give the reply a name.'),
  text: required(conversationLimits.teamText, 'Write the reply.'),
});

export const conversationApi = defineApi({
  module: 'support_agent',
  endpoints: {
    list: endpoint({
      method: 'GET',
      path: '/api/conversations',
      summary: 'Conversations, the latest message first; waiting ones by how long they wait',
      access: 'support.read',
      ids: {},
      effects: [],
      query: z.strictObject({ view: conversationView.default('open'), search, limit, cursor }),
      output: z.array(conversationRow).max(200),
    }),
    counts: endpoint({
      method: 'GET',
      path: '/api/conversation-counts',
      summary: 'How many conversations wait, are yours, are open, are closed',
      access: 'support.read',
      ids: {},
      effects: [],
      output: conversationCounts,
    }),
    read: endpoint({
      method: 'GET',
      path: '/api/conversations/:conversationId',
      summary: 'One conversation with its messages and notes',
      access: 'support.read',
      ids: conversation404,
      effects: [],
      params: conversationParams,
      output: conversation,
    }),
    takeOver: endpoint({
      method: 'POST',
      path: '/api/conversations/:conversationId/take-over',
      summary: 'Answer a conversation yourself; the assistant writes no more in it',
      access: 'support.talk',
      ids: conversation404,
      effects: ['frame'],
      params: conversationParams,
      /** `fromPerson`: also when a colleague has it. */
      body: z.strictObject({ fromPerson: z.boolean().optional() }),
      output: conversation,
    }),
    giveBack: endpoint({
      method: 'POST',
      path: '/api/conversations/:conversationId/give-back',
      summary: 'Give a conversation to the assistant, or to whoever takes it next',
      access: 'support.talk',
      ids: conversation404,
      effects: ['frame'],
      params: conversationParams,
      body: z.strictObject({ to: z.enum(['agent', 'waiting']) }),
      output: conversation,
    }),
    close: endpoint({
      method: 'POST',
      path: '/api/conversations/:conversationId/close',
      summary: 'End a conversation; a visitor who writes again begins a new one',
      access: 'support.talk',
      ids: conversation404,
      effects: ['frame', 'job'],
      params: conversationParams,
      output: conversation,
    }),
    send: endpoint({
      method: 'POST',
      path: '/api/conversations/:conversationId/messages',
      summary: 'Write to the visitor; takes the conversation over where nobody has it',
      status: 201,
      access: 'support.talk',
      ids: conversation404,
      effects: ['frame', 'mail', 'job'],
      idempotent: true,
      params: conversationParams,
      body: z.strictObject({ text: required(conversationLimits.teamText, 'Write something first.') }),
      output: conversationMessage,
    }),
    sendAgain: endpoint({
      method: 'POST',
      path: '/api/conversations/:conversationId/messages/:seq/send-again',
      summary: 'Send the email with an answer again that failed, was kept, or whose outcome is not known',
      status: 202,
      access: 'support.talk',
      ids: conversation404,
      effects: ['mail', 'frame'],
      idempotent: true,
      params: conversationParams.extend({ seq: id }),
      body: z.strictObject({
        /** For one whose outcome is not known: it may arrive twice. */
        confirmed: z.boolean().optional(),
      }),
      output: conversation,
    }),
    addNote: endpoint({
      method: 'POST',
      path: '/api/conversations/:conversationId/notes',
      summary: 'Leave a note for the team; the visitor never sees it',
      status: 201,
      access: 'support.talk',
      ids: conversation404,
      effects: ['frame'],
      params: conversationParams,
      body: z.strictObject({ text: required(conversationLimits.note, 'Write something first.') }),
      output: conversationNote,
    }),
    markRead: endpoint({
      method: 'POST',
      path: '/api/conversations/:conversationId/read',
      summary: 'Say up to which message the team has read',
      status: 204,
      access: 'support.talk',
      ids: conversation404,
      effects: ['frame'],
      params: conversationParams,
      body: z.strictObject({ seq: z.int().min(0).max(100_000) }),
      output: noContent,
    }),
    typing: endpoint({
      method: 'POST',
      path: '/api/conversations/:conversationId/typing',
      summary: 'Show the visitor that you are writing',
      status: 204,
      access: 'support.talk',
      ids: conversation404,
      effects: ['frame'],
      rate: { calls: 60, seconds: 60, per: 'user' },
      params: conversationParams,
      output: noContent,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: '/api/conversations/:conversationId',
      summary: 'Delete a conversation with everything that was said in it',
      status: 204,
      access: 'support.delete',
      ids: conversation404,
      effects: ['frame'],
      params: conversationParams,
      output: noContent,
    }),
    listCanned: endpoint({
      method: 'GET',
      path: '/api/canned-replies',
      summary: 'Replies that the team keeps ready, by name',
      access: 'support.read',
      ids: {},
      effects: [],
      output: z.array(cannedReply).max(conversationLimits.cannedReplies),
    }),
    addCanned: endpoint({
      method: 'POST',
      path: '/api/canned-replies',
      summary: 'Keep a reply ready',
      status: 201,
      access: 'support.talk',
      ids: {},
      effects: [],
      body: cannedBody,
      output: cannedReply,
    }),
    changeCanned: endpoint({
      method: 'PUT',
      path: '/api/canned-replies/:replyId',
      summary: 'Change a reply',
      access: 'support.talk',
      ids: { replyId: 'support_canned_replies' },
      effects: [],
      params: cannedParams,
      body: cannedBody,
      output: cannedReply,
    }),
    removeCanned: endpoint({
      method: 'DELETE',
      path: '/api/canned-replies/:replyId',
      summary: 'Delete a reply',
      status: 204,
      access: 'support.talk',
      ids: { replyId: 'support_canned_replies' },
      effects: [],
      params: cannedParams,
      output: noContent,
    }),
  },
});
