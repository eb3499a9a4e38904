import { and, eq, sql } from 'drizzle-orm';
import { emailSettings } from '#features/organization/server/tables.ts';
import type { OrganizationContext } from '#server/context.ts';
import { prettyInstant } from '#server/format.ts';
import { notFound } from '#shared/errors.ts';
import { isRowId } from '#shared/text.ts';
import { display } from './correspondence.ts';
import { isOwnId } from './incoming.ts';
import { readGmail, readRfc822 } from './reading/read-message.ts';
import { bareSubject } from './reading/reply-words.ts';
import { messageSources, messages, type Participant } from './tables.ts';

/** Of an original so many bytes are read for its headers. */
const headerBytes = 200_000;
/** Characters of the answered message that are quoted below an answer. */
const quotedLimit = 100_000;
/** Message-IDs in References: the first and the newest (RFC 5322 section 3.6.4 sets none, servers do by line length). */
const referenceLimit = 50;
const subjectLimit = 500;

/** An address that nobody reads. */
const machineAddress = /^(?:no-?reply|do-?not-?reply|mailer-daemon|notifications?)(?:[+.-].*)?@/i;

/** A domain that never exists (RFC 2606 section 2): a web form without an email comes from one. */
const nowhere = /\.invalid$/i;

/** What an answer in a thread begins with. */
export interface Answer {
  /** Row id of the answered message; null in a thread without messages. */
  parentId: string | null;
  to: Participant[];
  /** Who else an answer to all goes to. */
  cc: Participant[];
  subject: string;
  /** Without angle brackets. */
  inReplyTo: string | null;
  references: string[];
  /** The answered message as mail programs quote it; null when there is none. */
  quote: string | null;
}

/**
 * Whom and what an answer answers: the named message, else the newest that came in, else the newest.
 * `own` are further addresses of the team, `contact` is the lead's, for a message that cannot be answered.
 * @throws AppError not_found for a message that is not in the thread.
 */
export async function answerIn(
  { db }: Pick<OrganizationContext, 'db'>,
  threadId: string,
  about: { inReplyTo?: string | undefined; own: readonly string[]; contact: string | null; timezone: string },
): Promise<Answer> {
  const parent = await findParent(db, threadId, about.inReplyTo);
  const [settings] = await db.select({ team: emailSettings.teamAddresses }).from(emailSettings);
  const own = new Set([...(settings?.team ?? []), ...about.own].map((one) => one.toLowerCase()));
  const contact = about.contact === null ? [] : [{ name: null, address: about.contact }];
  if (!parent) {
    return { parentId: null, to: contact, cc: [], subject: '', inReplyTo: null, references: [], quote: null };
  }
  const outside = (list: readonly Participant[]) =>
    list.filter(({ address }) => !own.has(address.toLowerCase()) && !nowhere.test(address));
  const answered =
    parent.direction === 'inbound' ? outside(await writersOf(db, parent)) : outside(parent.recipients);
  const usable = answered.filter(({ address }) => !machineAddress.test(address));
  const to = usable.length > 0 ? usable : contact.length > 0 ? contact : answered;
  const taken = new Set(to.map(({ address }) => address.toLowerCase()));
  const cc = outside(parent.direction === 'inbound' ? parent.recipients : []).filter(
    ({ address }) => !taken.has(address.toLowerCase()),
  );
  const ownId = parent.messageId !== null && isOwnId(parent.messageId) ? parent.messageId : null;
  return {
    parentId: parent.id,
    to,
    cc,
    subject: replySubject(parent.subject),
    inReplyTo: ownId,
    references: referencesAfter(parent, ownId),
    quote: quoteOf(parent, about.timezone),
  };
}

type MessageRow = typeof messages.$inferSelect;

async function findParent(
  db: OrganizationContext['db'],
  threadId: string,
  named: string | undefined,
): Promise<MessageRow | undefined> {
  if (named !== undefined) {
    const [row] = isRowId(named)
      ? await db
          .select()
          .from(messages)
          .where(and(eq(messages.threadId, threadId), eq(messages.id, named)))
      : [];
    if (!row) throw notFound('message');
    return row;
  }
  const [row] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.threadId, threadId), eq(messages.returned, false)))
    .orderBy(sql`direction = 'inbound' desc, sent_at desc, id desc`)
    .limit(1);
  return row;
}

/** Where answers to a message go: its Reply-To, else its sender. */
async function writersOf(db: OrganizationContext['db'], parent: MessageRow): Promise<Participant[]> {
  const [source] = await db.select().from(messageSources).where(eq(messageSources.messageId, parent.id));
  const read =
    source?.format === 'rfc822'
      ? await readRfc822(source.bytes.subarray(0, headerBytes))
      : source && readGmail(JSON.parse(Buffer.from(source.bytes).toString('utf8')));
  if (read && read.replyTo.length > 0) {
    return read.replyTo.map(({ name, address }) => ({ name, address }));
  }
  return parent.sender ? [parent.sender] : [];
}

/** `Re: ` once, in place of whatever reply and forward words there were. */
export function replySubject(subject: string): string {
  const bare = bareSubject(subject).slice(0, subjectLimit);
  return bare === '' ? 'Re: your message' : `Re: ${bare}`;
}

/**
 * References of an answer: the parent's and the parent; of a parent without any its In-Reply-To comes first (RFC 5322
 * section 3.6.4). Too many lose their middle.
 */
export function referencesAfter(
  parent: Pick<MessageRow, 'references' | 'inReplyTo'>,
  parentId: string | null,
): string[] {
  const before =
    parent.references.length > 0 ? parent.references : parent.inReplyTo === null ? [] : [parent.inReplyTo];
  const all = [...new Set([...before, ...(parentId === null ? [] : [parentId])])].filter(isOwnId);
  return all.length <= referenceLimit ? all : [...all.slice(0, 1), ...all.slice(1 - referenceLimit)];
}

function quoteOf(parent: MessageRow, timezone: string): string {
  const whole = parent.quoted === null ? parent.content : `${parent.content}\n\n${parent.quoted}`;
  const lines = whole
    .slice(0, quotedLimit)
    .split('\n')
    .map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`.trimEnd()));
  const writer = parent.sender ? display(parent.sender) : 'someone';
  return [`On ${prettyInstant(parent.sentAt, timezone)}, ${writer} wrote:`, ...lines].join('\n');
}
