import type { RawMessage } from '#features/leads/contract.ts';
import { rawMessage } from '#features/leads/contract.ts';
import type { Row } from '#server/db/database.ts';
import { threadLimit } from './correspondence.ts';
import { toSpecShape } from './reading/to-spec-shape.ts';

/**
 * Joins a thread's messages with what came in to a statement over `owner`, an alias whose `thread_id` names the
 * thread; `$1` is the organization. One row a message, oldest first.
 */
export const rawThreadJoin = {
  columns: 'm.id as message_id, m.gmail_id, m.sent_at, m.snippet, s.format, s.bytes',
  joins: (owner: string) =>
    `left join messages m on m.organization_id = $1 and m.thread_id = ${owner}.thread_id
     left join message_sources s on s.organization_id = $1 and s.message_id = m.id`,
  order: `order by m.sent_at, m.id limit ${threadLimit}`,
};

/** The messages of such rows in the specification's raw shape; files without their content. */
export function rawThread(rows: Row[], threadId: string): RawMessage[] {
  return rows.flatMap((row) => {
    const { message_id: id, format, bytes, snippet } = row;
    if (typeof id !== 'string' || !(bytes instanceof Uint8Array)) return [];
    const sentAt = new Date(String(row.sent_at));
    const bare: RawMessage = {
      id: typeof row.gmail_id === 'string' ? row.gmail_id : id,
      threadId,
      labelIds: [],
      internalDate: String(sentAt.getTime()),
      snippet: String(snippet),
      payload: { mimeType: 'text/plain' },
    };
    return [format === 'rfc822' ? fromMail(bytes, bare, sentAt) : fromGmail(bytes, bare)];
  });
}

function fromMail(bytes: Uint8Array, { id, threadId, snippet }: RawMessage, sentAt: Date): RawMessage {
  return toSpecShape(bytes, { id, threadId, date: sentAt.toISOString(), snippet });
}

/** What came in Gmail's shape goes out as it came, where it is whole. */
function fromGmail(bytes: Uint8Array, bare: RawMessage): RawMessage {
  const kept: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
  const parsed = rawMessage.safeParse({
    ...bare,
    ...(typeof kept === 'object' ? kept : {}),
    threadId: bare.threadId,
  });
  return parsed.success ? parsed.data : bare;
}
