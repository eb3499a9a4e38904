import { eq } from 'drizzle-orm';
import type { Citation, ReplyAction } from '#features/support/ask-contract.ts';
import { conversationEvent, type MessageSender } from '#features/support/conversation-contract.ts';
import type { Tx } from '#server/context.ts';
import { type Statement, statement } from '#server/db/statement.ts';
import type { StoredConversation } from './conversation-row.ts';
import { conversationMessages, conversations } from './conversation-tables.ts';

export interface NewMessage {
  sender: MessageSender;
  text: string;
  authorId?: string | null;
  author?: string | null;
  action?: ReplyAction | null;
  citations?: Citation[];
  engine?: string | null;
  clientKey?: string | null;
}

/** What the visitor's sockets of all processes are told: the content they read for themselves. */
export type VisitorNotice =
  | { type: 'changed' }
  | { type: 'typing'; who: 'person' | 'agent'; name: string | null }
  | { type: 'gone' };

export function tellVisitor(
  tx: Pick<Tx, 'notify' | 'organizationId'>,
  conversationId: string,
  notice: VisitorNotice,
): void {
  tx.notify({ kind: 'guest', o: tx.organizationId, s: conversationId, m: notice });
}

/** Both sides read the conversation again, when the transaction has committed. */
export function announce(tx: Pick<Tx, 'emit' | 'notify' | 'organizationId'>, id: string): void {
  tx.emit(conversationEvent, { id });
  tellVisitor(tx, id, { type: 'changed' });
}

/** What a list shows of a text. */
export function previewOf(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().slice(0, 200).toWellFormed();
}

/** Adds messages to a conversation that the transaction has locked, and changes it with them. */
export async function addMessages(
  tx: Tx,
  row: StoredConversation,
  added: readonly NewMessage[],
  now: Date,
  change: Partial<typeof conversations.$inferInsert> = {},
): Promise<StoredConversation> {
  const said = added.findLast(({ sender }) => sender !== 'system');
  await tx.db.insert(conversationMessages).values(
    added.map((message, index) => ({
      ...message,
      conversationId: row.id,
      seq: row.lastSeq + index + 1,
      at: now,
    })),
  );
  const [after] = await tx.db
    .update(conversations)
    .set({
      lastSeq: row.lastSeq + added.length,
      revision: row.revision + 1,
      updatedAt: now,
      ...(said ? { lastText: previewOf(said.text), lastSender: said.sender } : {}),
      ...change,
    })
    .where(eq(conversations.id, row.id))
    .returning();
  if (!after) throw new Error('A locked conversation was not there.');
  announce(tx, row.id);
  return after;
}

/** One statement that looks at the owner and writes: whoever lost the conversation meanwhile writes nothing. */
function writeWhere(name: string, guard: string): Statement {
  return statement(
    name,
    `with mine as (
       update support_conversations c set last_seq = c.last_seq + 1, revision = c.revision + 1, updated_at = $4::timestamptz,
         last_text = $5::text, last_sender = $6::text, turn_due_at = null, turn_from_seq = null, misses = $13::int
       where c.organization_id = $1 and c.id = $2::uuid and ${guard}
       returning c.last_seq
     )
     insert into support_messages (organization_id, conversation_id, seq, sender, author_id, author, text, action, citations, engine, at)
     select $1, $2::uuid, mine.last_seq, $6::text, $7::uuid, $8::text, $9::text, $10::text, $11::jsonb, $12::text, $4::timestamptz
     from mine returning seq`,
  );
}

const writeAsAgent = writeWhere('support.write-as-agent', `c.state = 'agent' and c.revision = $3::integer`);
const writeAsPerson = writeWhere('support.write-as-person', `c.state = 'person' and c.owner_id = $3::uuid`);

interface Written {
  id: string;
  message: NewMessage;
  now: Date;
  misses?: number;
}

async function write(
  tx: Tx,
  by: Statement,
  holder: string | number,
  { id, message, now, misses = 0 }: Written,
): Promise<number | null> {
  const {
    sender,
    text,
    authorId = null,
    author = null,
    action = null,
    citations = [],
    engine = null,
  } = message;
  const [row] = await tx.run(by, [
    id,
    holder,
    now.toISOString(),
    previewOf(text),
    sender,
    authorId,
    author,
    text,
    action,
    JSON.stringify(citations),
    engine,
    misses,
  ]);
  if (!row) return null;
  announce(tx, id);
  return Number(row.seq);
}

/**
 * Writes the assistant's answer, if the conversation still is the assistant's and nothing was said since `revision`.
 * @returns the number of the message, or null when it was not written
 */
export function writeAgentMessage(tx: Tx, revision: number, written: Written): Promise<number | null> {
  return write(tx, writeAsAgent, revision, written);
}

/** Writes what a person says, if that person has the conversation. @returns its number, or null */
export function writePersonMessage(tx: Tx, ownerId: string, written: Written): Promise<number | null> {
  return write(tx, writeAsPerson, ownerId, written);
}
