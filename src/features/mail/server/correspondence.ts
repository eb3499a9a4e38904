import { eq, inArray } from 'drizzle-orm';
import type { CorrespondenceItem, mailApi } from '#features/mail/contract.ts';
import type { Context } from '#server/context.ts';
import { outgoingMail } from '#server/db/tables.ts';
import { Download } from '#server/http/route.ts';
import type { Input } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import type { MailState } from '#shared/mail-states.ts';
import { isOwnId } from './incoming.ts';
import { messageSources, messages, type Participant, threadNotes, threads } from './tables.ts';

type Endpoints = (typeof mailApi)['endpoints'];
type MessageRow = typeof messages.$inferSelect;

/** Messages of one thread that are shown (shapes section 3). */
export const threadLimit = 1000;

/** All messages of a thread, oldest first. */
export async function correspondence(
  { db }: Context,
  { params }: Input<Endpoints['correspondence']>,
): Promise<CorrespondenceItem[]> {
  const [thread] = await db
    .select({ id: threads.id, into: threads.mergedInto })
    .from(threads)
    .where(eq(threads.id, params.thread_id));
  // A merged thread is empty; its messages are in the other one.
  if (!thread || thread.into !== null) throw notFound('thread');
  const rows = await db
    .select()
    .from(messages)
    .where(eq(messages.threadId, thread.id))
    .orderBy(messages.sentAt, messages.id)
    .limit(threadLimit);
  const parents = parentsOf(rows);
  const states = await deliveryStates(db, rows);
  const notes = await db
    .select()
    .from(threadNotes)
    .where(eq(threadNotes.threadId, thread.id))
    .orderBy(threadNotes.createdAt, threadNotes.id)
    .limit(threadLimit);
  return [
    ...rows.map((row) => itemOf(row, parents.get(row.id) ?? null, states.get(row.messageId ?? '') ?? null)),
    ...notes.map(noteItem),
  ]
    .toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0))
    .slice(0, threadLimit);
}

/**
 * The message that each one answers, if it is in the thread: In-Reply-To, else References newest first. Headers may say
 * that two messages answer each other; the earlier one then answers nothing, so that the answers make a tree.
 */
function parentsOf(rows: MessageRow[]): ReadonlyMap<string, string> {
  const byMessageId = new Map(rows.map((row) => [row.messageId, row.id]));
  const parents = new Map<string, string>();
  const leadsTo = (from: string, to: string) => {
    let at: string | undefined = from;
    while (at !== undefined && at !== to) at = parents.get(at);
    return at === to;
  };
  // The latest first: of a circle its last link is left out.
  for (const row of rows.toReversed()) {
    for (const id of [row.inReplyTo, ...row.references.toReversed()]) {
      const parent = id === null ? undefined : byMessageId.get(id);
      if (parent === undefined || leadsTo(parent, row.id)) continue;
      parents.set(row.id, parent);
      break;
    }
  }
  return parents;
}

type Delivery = CorrespondenceItem['delivery'];

/** Where our mails among these are, by Message-ID. In the local outbox counts as sent. */
async function deliveryStates(db: Context['db'], rows: MessageRow[]): Promise<ReadonlyMap<string, Delivery>> {
  const ids = rows.flatMap(({ direction, messageId }) =>
    direction === 'outbound' && messageId !== null ? [messageId] : [],
  );
  if (ids.length === 0) return new Map();
  const sent = await db
    .select({ messageId: outgoingMail.messageId, state: outgoingMail.state })
    .from(outgoingMail)
    .where(inArray(outgoingMail.messageId, ids));
  return new Map(sent.map(({ messageId, state }) => [messageId, deliveryOf(state)]));
}

/** The gate's states in the words of shapes section 3. */
export function deliveryOf(state: MailState): Delivery {
  if (state === 'kept') return 'sent';
  if (state === 'held' || state === 'cancelled') return 'failed';
  return state;
}

/** A note of the team, between the messages. */
export function noteItem(note: typeof threadNotes.$inferSelect): CorrespondenceItem {
  return {
    id: note.id,
    timestamp: note.createdAt.toISOString(),
    sender: note.author,
    recipient: '',
    subject: '',
    content: note.content,
    type: 'others',
    isFromLead: false,
    emailType: null,
    parentMessageId: null,
    quotedText: null,
    attachments: [],
    delivery: null,
    externalId: null,
  };
}

/** A message as screens and callers get it. */
export function itemOf(
  row: MessageRow,
  parentMessageId: string | null,
  delivery: Delivery,
): CorrespondenceItem {
  const ownId = row.messageId !== null && isOwnId(row.messageId) ? row.messageId : null;
  return {
    id: row.id,
    timestamp: row.sentAt.toISOString(),
    sender: row.sender ? display(row.sender) : '',
    recipient: displayAll(row.recipients),
    subject: row.subject,
    content: row.content,
    type: row.kind,
    isFromLead: row.direction === 'inbound' && !row.returned,
    emailType: row.returned ? null : row.emailType,
    parentMessageId,
    quotedText: row.quoted,
    attachments: row.attachments,
    delivery,
    externalId: row.gmailId ?? ownId,
  };
}

/** `Jane Doe <jane@x.test>`, or the address alone. */
export function display({ name, address }: Participant): string {
  return name ? `${name} <${address}>` : address;
}

/** As many recipients as fit, and how many more there are. */
const recipientsLimit = 19_000;

function displayAll(recipients: Participant[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const one of recipients) {
    const text = display(one);
    length += text.length + 2;
    if (length > recipientsLimit) break;
    shown.push(text);
  }
  const more = recipients.length - shown.length;
  return more === 0 ? shown.join(', ') : `${shown.join(', ')} and ${more} more`;
}

/** The message as it came, to save as a file. */
export async function original({ db }: Context, { params }: Input<Endpoints['original']>): Promise<Download> {
  const [row] = await db.select().from(messageSources).where(eq(messageSources.messageId, params.id));
  if (!row) throw notFound('message');
  const mail = row.format === 'rfc822';
  return new Download(
    row.bytes,
    mail ? 'message/rfc822' : 'application/json',
    mail ? 'message.eml' : 'message.json',
  );
}
