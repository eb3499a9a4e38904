import { inArray } from 'drizzle-orm';
import type { ImapFlow } from 'imapflow';
import { ingestLimits } from '#features/mail/contract.ts';
import { ingest } from '#features/mail/server/public.ts';
import { deletedMessages, messages } from '#features/mail/server/tables.ts';
import type { OrganizationContext } from '#server/context.ts';
import { loggable, toAppError } from '#server/http/errors.ts';
import { tokenHash } from '#server/ids.ts';
import { headsOf, type MessageHead, sourcesOf } from './folder-source.ts';
import type { mailboxLedger } from './tables.ts';

/** Bytes of messages that are held at once, unless a single one is larger. */
const groupBytes = 4 * 1024 * 1024;

export type LedgerEntry = Omit<
  typeof mailboxLedger.$inferInsert,
  'folder' | 'uidValidity' | 'organizationId'
>;

/** Of these Message-IDs the ones that are stored, or were deleted with their lead and do not come back. */
export async function knownIds(
  { db }: OrganizationContext,
  ids: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const given = [...new Set(ids.filter((id) => id !== null))];
  if (given.length === 0) return new Set();
  const stored = await db
    .select({ id: messages.messageId })
    .from(messages)
    .where(inArray(messages.messageId, given));
  const byHash = new Map(given.map((id) => [tokenHash(id), id]));
  const deleted = await db
    .select({ hash: deletedMessages.idHash })
    .from(deletedMessages)
    .where(inArray(deletedMessages.idHash, [...byHash.keys()]));
  return new Set(
    [...stored, ...deleted.map(({ hash }) => ({ id: byHash.get(hash) }))].flatMap(({ id }) => id ?? []),
  );
}

/**
 * Fetches messages of the open folder and stores them, at most a few megabytes at a time. What is stored already is not
 * fetched again. Every UID that the server still has gets an entry for the ledger; one broken message gets one as well.
 * @throws what ends the connection, and a failure of the database that passes: the same UIDs are taken again later
 */
export async function takeMessages(
  context: OrganizationContext,
  client: ImapFlow,
  uids: readonly number[],
  sentFolder: boolean,
): Promise<LedgerEntry[]> {
  const heads = await headsOf(client, uids);
  const known = await knownIds(
    context,
    heads.map(({ messageId }) => messageId),
  );
  const entries: LedgerEntry[] = [];
  let group: MessageHead[] = [];
  const flush = async () => {
    if (group.length === 0) return;
    const taken = group;
    group = [];
    entries.push(...(await takeGroup(context, client, taken, sentFolder)));
  };
  for (const head of heads) {
    if (head.size > ingestLimits.messageBytes) {
      const megabytes = Math.ceil(head.size / 1024 / 1024);
      entries.push(
        entryOf(context, head, 'skipped', `This message has ${megabytes} MB; at most 35 MB can be taken.`),
      );
    } else if (head.messageId !== null && known.has(head.messageId)) {
      entries.push(entryOf(context, head, 'duplicate', null));
    } else {
      if (group.reduce((sum, { size }) => sum + size, head.size) > groupBytes) await flush();
      group.push(head);
    }
  }
  await flush();
  return entries;
}

async function takeGroup(
  context: OrganizationContext,
  client: ImapFlow,
  heads: readonly MessageHead[],
  sentFolder: boolean,
): Promise<LedgerEntry[]> {
  const sources = await sourcesOf(
    client,
    heads.map(({ uid }) => uid),
  );
  const entries: LedgerEntry[] = [];
  for (const head of heads) {
    const bytes = sources.get(head.uid);
    if (bytes) entries.push(await takeOne(context, head, bytes, sentFolder));
  }
  return entries;
}

async function takeOne(
  context: OrganizationContext,
  head: MessageHead,
  bytes: Buffer,
  sentFolder: boolean,
): Promise<LedgerEntry> {
  try {
    const { status, reason } = await ingest(
      context,
      { format: 'rfc822', bytes },
      { trustSentLabel: false, sentFolder, quiet: isOld(context, head) },
    );
    if (status === 'refused') return entryOf(context, head, 'skipped', reason ?? 'This is not a message.');
    return entryOf(context, head, status === 'duplicate' ? 'duplicate' : 'stored', reason);
  } catch (error) {
    if (toAppError(error).code !== 'internal') throw error;
    context.log.error(
      { err: loggable(error), uid: head.uid },
      'a message of the mailbox could not be stored',
    );
    return entryOf(
      context,
      head,
      'missing',
      'AI Hub could not store this message. It is tried again at the next check.',
    );
  }
}

/** The first reading of a mailbox brings months of mail: only what has just come is told to people. */
const newsMs = 24 * 3_600_000;

function isOld({ services }: OrganizationContext, { receivedAt }: MessageHead): boolean {
  return services.clock.now().getTime() - receivedAt.getTime() > newsMs;
}

function entryOf(
  { services }: OrganizationContext,
  { uid, messageId, receivedAt }: MessageHead,
  state: LedgerEntry['state'],
  reason: string | null,
): LedgerEntry {
  return { uid, messageId, state, reason, receivedAt, at: services.clock.now() };
}
