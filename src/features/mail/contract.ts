import { z } from 'zod';
import { leadStage } from '#features/leads/stage.ts';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { cursor, emailLimit, id, instant, limit, rowId, search, text } from '#shared/text.ts';

/** Sizes of what may come in (contract section 3), bytes. */
export const ingestLimits = {
  jsonBytes: 35 * 1024 * 1024,
  messageBytes: 35 * 1024 * 1024,
  mboxBytes: 200 * 1024 * 1024,
  messages: 500,
} as const;

export const correspondenceItem = z.strictObject({
  id,
  timestamp: instant,
  sender: z.string().max(1010),
  recipient: z.string().max(20_000),
  subject: z.string().max(2000),
  content: z.string().max(2_000_000),
  type: z.enum(['email', 'meeting', 'agent_response', 'others']),
  isFromLead: z.boolean(),
  emailType: z.enum(['original', 'reply', 'forward']).nullable(),
  parentMessageId: id.nullable(),
  quotedText: z.string().max(2_000_000).nullable(),
  attachments: z
    .array(
      z.strictObject({ id, name: z.string().max(1000), contentType: z.string().max(300), size: z.int() }),
    )
    .max(500),
  delivery: z.enum(['queued', 'sending', 'sent', 'failed', 'unconfirmed', 'bounced']).nullable(),
  externalId: z.string().max(1000).nullable(),
});
export type CorrespondenceItem = z.infer<typeof correspondenceItem>;

export const thread = z.strictObject({
  threadId: id,
  subject: z.string().max(2000),
  participants: z
    .array(z.strictObject({ name: z.string().max(500).nullable(), address: z.string().max(emailLimit * 2) }))
    .max(200),
  messageCount: z.int(),
  lastMessageAt: instant,
  snippet: z.string().max(1000),
  lead: z.strictObject({
    thread_id: id,
    name: text(200).nullable(),
    company: text(200).nullable(),
    stage: leadStage,
  }),
});
export type Thread = z.infer<typeof thread>;

export const ingestResult = z.strictObject({
  index: z.int(),
  id: id.nullable(),
  threadId: id.nullable(),
  status: z.enum(['stored', 'duplicate', 'set_aside', 'refused']),
  reason: z.string().max(500).nullable(),
  lead: id.nullable(),
});
export type IngestResult = z.infer<typeof ingestResult>;

export const ingestAnswer = z.strictObject({
  accepted: z.int(),
  duplicates: z.int(),
  setAside: z.int(),
  leadsCreated: z.int(),
  results: z.array(ingestResult).max(10_000),
});
export type IngestAnswer = z.infer<typeof ingestAnswer>;

export const mailApi = defineApi({
  module: null,
  endpoints: {
    ingestMessages: endpoint({
      method: 'POST',
      path: '/api/v2/ingest/messages',
      summary: 'Messages in: Gmail-shape JSON (one or many), message/rfc822 or an mbox file',
      access: 'mail.ingest',
      whenEnded: 'works',
      ids: {},
      effects: ['frame'],
      idempotent: false,
      bodyLimit: ingestLimits.jsonBytes,
      raw: { types: ['message/rfc822', 'application/mbox'], limit: ingestLimits.mboxBytes },
      // Each message is judged by itself, so that one bad message never refuses the others.
      body: z.unknown(),
      output: ingestAnswer,
    }),
    threads: endpoint({
      method: 'GET',
      path: '/api/threads',
      summary: 'Threads that belong to a lead, newest first',
      access: 'mail.read',
      module: 'leads_manager',
      ids: {},
      effects: [],
      trusted: true,
      query: z.strictObject({ limit, cursor, search }),
      output: z.array(thread).max(200),
    }),
    correspondence: endpoint({
      method: 'GET',
      path: '/api/correspondence/:thread_id',
      summary: 'All messages of a thread, oldest first',
      access: 'mail.read',
      module: 'leads_manager',
      ids: { thread_id: 'threads' },
      effects: [],
      params: z.strictObject({ thread_id: id }),
      output: z.array(correspondenceItem).max(1000),
    }),
    attachment: endpoint({
      method: 'GET',
      path: '/api/messages/:id/attachments/:attachmentId',
      summary: 'A file that came with a message',
      access: 'mail.read',
      module: 'leads_manager',
      ids: { id: 'messages', attachmentId: 'messages' },
      effects: [],
      params: z.strictObject({ id: rowId, attachmentId: id }),
      output: z.unknown(),
    }),
    original: endpoint({
      method: 'GET',
      path: '/api/messages/:id/original',
      summary: 'The message as it came, as a file',
      access: 'mail.read',
      module: 'leads_manager',
      ids: { id: 'messages' },
      effects: [],
      params: z.strictObject({ id: rowId }),
      output: z.unknown(),
    }),
  },
});
