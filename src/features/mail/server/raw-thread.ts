import type { RawMessage, RawPart } from '#features/leads/contract.ts';
import type { Row } from '#server/db/database.ts';
import { display, threadLimit } from './correspondence.ts';
import { gmailToSpecShape, toSpecShape } from './reading/to-spec-shape.ts';
import type { Participant, StoredAttachment } from './tables.ts';

/**
 * Originals of one thread that are taken apart for an answer, bytes: a long talk over drawings holds hundreds of
 * megabytes, and anybody can send them. The messages beyond come from what was read of them when they arrived.
 */
const originalsLimit = 8 * 1024 * 1024;
/** Text of such a message, characters. */
const textLimit = 20_000;

const beyond = `sum(octet_length(s.bytes)) over (order by m.sent_at, m.id) > ${originalsLimit}`;

/**
 * Joins a thread's messages with what came in to a statement over `owner`, an alias whose `thread_id` names the
 * thread; `$1` is the organization. One row a message, oldest first.
 */
export const rawThreadJoin = {
  columns: `m.id as message_id, m.gmail_id, m.sent_at, m.snippet, s.format,
     case when ${beyond} then null else s.bytes end as bytes,
     case when ${beyond} then jsonb_build_object('subject', m.subject, 'sender', m.sender, 'recipients', m.recipients,
       'attachments', m.attachments, 'text', left(m.content, ${textLimit})) end as read`,
  joins: (owner: string) =>
    `left join messages m on m.organization_id = $1 and m.thread_id = ${owner}.thread_id
     left join message_sources s on s.organization_id = $1 and s.message_id = m.id`,
  order: `order by m.sent_at, m.id limit ${threadLimit}`,
};

/** The messages of such rows in the specification's raw shape; files without their content. */
export function rawThread(rows: Row[], threadId: string): RawMessage[] {
  return rows.flatMap((row): RawMessage[] => {
    const { message_id: id, gmail_id: gmailId, format, bytes, read } = row;
    if (typeof id !== 'string') return [];
    const date = new Date(String(row.sent_at)).toISOString();
    const identity = {
      id: typeof gmailId === 'string' ? gmailId : id,
      threadId,
      date,
      snippet: String(row.snippet),
    };
    if (bytes instanceof Uint8Array) {
      return [format === 'rfc822' ? toSpecShape(bytes, identity) : gmailToSpecShape(jsonOf(bytes), identity)];
    }
    const { date: _, ...bare } = identity;
    return [
      { ...bare, labelIds: [], internalDate: String(Date.parse(date)), payload: payloadOf(read, date) },
    ];
  });
}

function jsonOf(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
}

interface Read {
  subject: string;
  sender: Participant | null;
  recipients: Participant[];
  attachments: StoredAttachment[];
  text: string;
}

function isRead(value: unknown): value is Read {
  return typeof value === 'object' && value !== null && 'recipients' in value && 'text' in value;
}

function partHead(partId: number, mimeType: string, filename: string) {
  return { partId: String(partId), mimeType, filename, headers: [] };
}

/** The payload of a message whose original was left out: its main headers, its text and the names of its files. */
function payloadOf(read: unknown, date: string): RawPart {
  if (!isRead(read)) return { mimeType: 'text/plain' };
  const data = Buffer.from(read.text);
  return {
    partId: '',
    mimeType: 'multipart/mixed',
    filename: '',
    headers: [
      { name: 'From', value: read.sender ? display(read.sender) : '' },
      { name: 'To', value: read.recipients.map(display).join(', ').slice(0, 100_000) },
      { name: 'Subject', value: read.subject },
      { name: 'Date', value: new Date(date).toUTCString() },
    ],
    body: { size: 0 },
    parts: [
      {
        ...partHead(0, 'text/plain', ''),
        body: { size: data.length, data: data.toString('base64url') },
      },
      ...read.attachments.map(({ id, name, contentType, size }, index) => ({
        ...partHead(index + 1, contentType, name),
        body: { size, attachmentId: id },
      })),
    ],
  };
}
