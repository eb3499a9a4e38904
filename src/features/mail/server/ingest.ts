import { eq, inArray, or, sql } from 'drizzle-orm';
import { countUsage } from '#features/billing/server/public.ts';
import type { IngestResult } from '#features/mail/contract.ts';
import { emailSettings, organizations } from '#features/organization/server/tables.ts';
import type { OrganizationContext, Tx } from '#server/context.ts';
import { repeatOnDeadlock } from '#server/db/repeat-on-deadlock.ts';
import { loggable, sqlState } from '#server/http/errors.ts';
import { newId, tokenHash } from '#server/ids.ts';
import { recordComplaint } from '#server/integrations/returned-mail.ts';
import { asUnread, type Incoming, type ReadIncoming, readIncoming, storableId } from './incoming.ts';
import { rememberText } from './message-text.ts';
import { outsideOf, participant, participantLimit, participantsOf } from './participants.ts';
import { directionOf } from './reading/direction.ts';
import type { ReadMessage } from './reading/read-message.ts';
import { deletedMessages, messageSources, messages, type Participant, threads } from './tables.ts';
import { takeReport } from './take-report.ts';
import { announce, react } from './tell-features.ts';
import { answeredIds, findThread, rememberReferences, subjectKey } from './threading.ts';

export interface IngestOptions {
  /** Whether Gmail's SENT label is believed: authenticated sources only, never a stranger's file. */
  trustSentLabel: boolean;
  /** The message lay in the Sent folder of the team's own mailbox: the team wrote it, whatever address it used. */
  sentFolder?: boolean;
  /** A stranger filled in a form: whatever address was entered, the team did not write it. */
  fromOutside?: boolean;
  /** Old mail that comes in late: lists are refreshed, and nobody is told of each message. */
  quiet?: boolean;
  /** What belongs to the message and is stored with it or not at all. */
  also?: (tx: Tx, outcome: IngestOutcome) => Promise<void>;
}

export interface IngestOutcome extends Omit<IngestResult, 'index'> {
  leadCreated: boolean;
}

/** A message without a date, or dated in the future beyond this, counts as sent when it came. */
const futureToleranceMs = 24 * 3_600_000;
const subjectLimit = 2000;
export const unreadableText = 'This message could not be read';

/**
 * Takes one message in: stored once, threaded, its lead created or updated, all in one transaction. Every way in
 * (API, files, mailbox) ends here. Never throws for what a message holds: such a message is refused or set aside.
 */
export async function ingest(
  context: OrganizationContext,
  incoming: Incoming,
  options: IngestOptions,
): Promise<IngestOutcome> {
  const read = await readIncoming(incoming);
  if ('refused' in read) return nothing('refused', read.refused);
  try {
    return await repeatOnDeadlock(() => context.tx((tx) => storeWith(context, tx, read, options)));
  } catch (error) {
    if (!isDataError(error)) throw error;
    // Something in it does not fit the database after all: kept by its original, and the messages beside it go on.
    context.log.error({ err: loggable(error) }, 'a message could not be stored as it was read');
    return repeatOnDeadlock(() => context.tx((tx) => storeWith(context, tx, asUnread(read), options)));
  }
}

async function storeWith(
  context: OrganizationContext,
  tx: Tx,
  read: ReadIncoming,
  options: IngestOptions,
): Promise<IngestOutcome> {
  const outcome = await store(context, tx, read, options);
  await options.also?.(tx, outcome);
  return outcome;
}

/** Classes 22 (data exception) and 54 (program limit exceeded): what was sent, not the state of the database. */
function isDataError(error: unknown): boolean {
  return /^(?:22|54)/.test(sqlState(error) ?? '');
}

/**
 * One message of an organization at a time: two answers to one mail that come at once must find one thread, and a lead
 * that is deleted meanwhile must not take the thread away in between.
 */
export async function lockThreads(tx: Tx): Promise<void> {
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtext('ingest'), hashtext(${tx.organizationId}))`);
}

function nothing(status: 'refused' | 'duplicate', reason: string | null): IngestOutcome {
  return { id: null, threadId: null, status, reason, lead: null, leadCreated: false };
}

async function store(
  context: OrganizationContext,
  tx: Tx,
  read: ReadIncoming,
  options: IngestOptions,
): Promise<IngestOutcome> {
  const { messageKey } = read;
  await lockThreads(tx);
  const known = await findKnown(tx, messageKey, read.message.gmailId);
  if (known) return known;
  const report = await takeReport(context, tx, read.message, options);
  const message = report ? { ...read.message, inReplyTo: report.messageId, references: [] } : read.message;
  const [settings] = await tx.db
    .select({ timezone: organizations.timezone, team: emailSettings.teamAddresses })
    .from(organizations)
    .leftJoin(emailSettings, sql`true`);
  const team = settings?.team ?? [];
  const now = context.services.clock.now();
  const sentAt = sentTime(message, now);
  const direction = directionOf(message, { teamAddresses: team, ...options });
  const participants = participantsOf(message);
  const outside = outsideOf(message, direction, team);
  const returned = report !== null;
  const answers = returned ? [] : answeredIds(message);
  const arriving = { answers, direction, subject: message.subject, content: message.visible };
  const judged = returned ? false : await announce(context, tx, arriving);
  const automatic = returned || message.bulk || message.autoSubmitted || judged;
  const { threadId, isNew } = await findThread(tx, message, messageKey, outside, sentAt);
  const id = newId();
  const snippet = message.snippet.slice(0, 1000);
  if (isNew) {
    await tx.db.insert(threads).values({
      id: threadId,
      gmailThreadId: message.gmailThreadId,
      subject: message.subject.slice(0, subjectLimit),
      subjectKey: subjectKey(message.subject),
      participants,
      messageCount: 1,
      lastMessageAt: sentAt,
      snippet,
      createdAt: now,
    });
  } else if (report) {
    // Counted, but it does not move the thread.
    await joinThread(tx, threadId, [], new Date(0), '');
  } else {
    await joinThread(tx, threadId, participants, sentAt, snippet);
  }
  await insertMessage(
    tx,
    { ...read, message },
    { id, threadId, direction, sentAt, returned, automatic, now },
  );
  await rememberReferences(tx, threadId, message, messageKey);
  const lead = await react(context, tx, read, {
    id,
    threadId,
    direction,
    sentAt,
    returned,
    automatic,
    answers,
    complaintAbout: report?.complaintAbout?.id ?? null,
    quiet: options.quiet ?? false,
    timezone: settings?.timezone ?? 'UTC',
  });
  // The list of stopped addresses is locked after people, whom the features lock.
  if (report?.complaintAbout) await recordComplaint(context, tx, report.complaintAbout);
  if (direction === 'inbound') await countUsage(tx, settings?.timezone ?? 'UTC', now, { emails_received: 1 });
  return {
    id,
    threadId,
    status: message.unreadable === null ? 'stored' : 'set_aside',
    reason: message.unreadable?.slice(0, 500) ?? null,
    lead: lead.lead,
    leadCreated: lead.created,
  };
}

/** A message that is here already, or was deleted with its lead and does not come back. */
async function findKnown(tx: Tx, messageKey: string, gmailId: string | null): Promise<IngestOutcome | null> {
  const [stored] = await tx.db
    .select({ id: messages.id, threadId: messages.threadId })
    .from(messages)
    .where(
      or(eq(messages.messageId, messageKey), gmailId === null ? undefined : eq(messages.gmailId, gmailId)),
    )
    .limit(1);
  if (stored) return { ...nothing('duplicate', null), id: stored.id, threadId: stored.threadId };
  const hashes = [messageKey, ...(gmailId === null ? [] : [gmailId])].map(tokenHash);
  const [deleted] = await tx.db
    .select()
    .from(deletedMessages)
    .where(inArray(deletedMessages.idHash, hashes))
    .limit(1);
  return deleted ? nothing('duplicate', 'This message was deleted together with its lead.') : null;
}

function sentTime(message: ReadMessage, now: Date): Date {
  if (message.date === null) return now;
  const date = new Date(message.date);
  return Number.isNaN(date.getTime()) || date.getTime() > now.getTime() + futureToleranceMs ? now : date;
}

/** Adds a message to what a thread says of itself. Under `lockThreads`. */
export async function joinThread(
  tx: Tx,
  threadId: string,
  participants: Participant[],
  sentAt: Date,
  snippet: string,
): Promise<void> {
  const [thread] = await tx.db
    .select({ participants: threads.participants, lastMessageAt: threads.lastMessageAt })
    .from(threads)
    .where(eq(threads.id, threadId));
  const known = new Set(thread?.participants.map((one) => one.address.toLowerCase()));
  const added = participants.filter((one) => !known.has(one.address.toLowerCase()));
  const newest = !thread || sentAt >= thread.lastMessageAt;
  await tx.db
    .update(threads)
    .set({
      messageCount: sql`${threads.messageCount} + 1`,
      ...(newest ? { lastMessageAt: sentAt, snippet } : {}),
      ...(added.length > 0
        ? { participants: [...(thread?.participants ?? []), ...added].slice(0, participantLimit) }
        : {}),
    })
    .where(eq(threads.id, threadId));
}

interface Placed {
  id: string;
  threadId: string;
  direction: 'inbound' | 'outbound';
  sentAt: Date;
  returned: boolean;
  automatic: boolean;
}

async function insertMessage(
  tx: Tx,
  { message, messageKey, format, source }: ReadIncoming,
  placed: Placed & { now: Date },
): Promise<void> {
  await tx.db.insert(messages).values({
    id: placed.id,
    threadId: placed.threadId,
    messageId: messageKey,
    gmailId: message.gmailId,
    inReplyTo: message.inReplyTo === null ? null : storableId(message.inReplyTo),
    references: message.references.map(storableId),
    direction: placed.direction,
    emailType: message.emailType,
    subject: message.subject.slice(0, subjectLimit),
    sender: message.from ? participant(message.from) : null,
    recipients: [...message.to, ...message.cc].slice(0, participantLimit).map(participant),
    sentAt: placed.sentAt,
    snippet: message.snippet.slice(0, 1000),
    content:
      message.unreadable !== null && message.visible === ''
        ? unreadableText
        : message.visible || message.snippet,
    quoted: message.quoted,
    attachments: message.attachments.slice(0, 500).map((file, index) => ({
      id: String(index),
      name: (file.name ?? 'attachment').slice(0, 1000),
      contentType: file.contentType.slice(0, 300),
      size: file.size,
    })),
    automatic: placed.automatic,
    returned: placed.returned,
    unreadable: message.unreadable,
    createdAt: placed.now,
  });
  await tx.db.insert(messageSources).values({ messageId: placed.id, format, bytes: source });
  await rememberText(tx, placed.id, message.subject, message.visible);
}
