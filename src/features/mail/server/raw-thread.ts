import { and, eq } from 'drizzle-orm';
import type { RawMessage } from '#features/leads/contract.ts';
import { rawMessage } from '#features/leads/contract.ts';
import type { Queries } from '#server/db/database.ts';
import { threadLimit } from './correspondence.ts';
import { toSpecShape } from './reading/to-spec-shape.ts';
import { messageSources, messages } from './tables.ts';

/** The messages of a thread in the specification's raw shape, oldest first; files without their content. */
export async function rawThread(db: Queries, threadId: string): Promise<RawMessage[]> {
  const rows = await db
    .select({
      id: messages.id,
      gmailId: messages.gmailId,
      sentAt: messages.sentAt,
      snippet: messages.snippet,
      format: messageSources.format,
      bytes: messageSources.bytes,
    })
    .from(messages)
    .innerJoin(messageSources, eq(messageSources.messageId, messages.id))
    .where(and(eq(messages.threadId, threadId)))
    .orderBy(messages.sentAt, messages.id)
    .limit(threadLimit);
  return rows.map((row) => {
    const bare: RawMessage = {
      id: row.gmailId ?? row.id,
      threadId,
      labelIds: [],
      internalDate: String(row.sentAt.getTime()),
      snippet: row.snippet,
      payload: { mimeType: 'text/plain' },
    };
    if (row.format === 'rfc822') {
      return toSpecShape(row.bytes, {
        id: bare.id,
        threadId,
        date: row.sentAt.toISOString(),
        snippet: row.snippet,
      });
    }
    const kept: unknown = JSON.parse(Buffer.from(row.bytes).toString('utf8'));
    // What came in Gmail's shape goes out as it came, where it is whole.
    const parsed = rawMessage.safeParse({ ...bare, ...(typeof kept === 'object' ? kept : {}), threadId });
    return parsed.success ? parsed.data : bare;
  });
}
