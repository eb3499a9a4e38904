import type { ImapFlow } from 'imapflow';
import type { OrganizationContext } from '#server/context.ts';
import { headsOf, searchUids } from './folder-source.ts';
import type { FolderRow, Ledger } from './ledger.ts';
import { windowStart } from './mailbox-state.ts';
import { knownIds, takeMessages } from './take-messages.ts';

/** Messages between two entries of progress. */
const chunkSize = 100;
/** Messages that a comparison looks at between two looks at the database. */
const compareSize = 500;

export interface OpenMailbox {
  context: OrganizationContext;
  client: ImapFlow;
  ledger: Ledger;
}

export interface Folder {
  path: string;
  role: 'inbox' | 'sent';
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/** Selects a folder and finds where to go on; a first look, or new UIDs (UIDVALIDITY), begin at the window's start. */
async function openFolder({ context, client, ledger }: OpenMailbox, folder: Folder): Promise<FolderRow> {
  const box = await client.mailboxOpen(folder.path, { readOnly: true });
  const uidValidity = Number(box.uidValidity);
  const known = await ledger.folder(folder.path);
  if (known?.uidValidity === uidValidity) return known;
  const since = known?.since ?? windowStart(context.services.clock.now());
  const within = await searchUids(client, { since });
  return ledger.begin({
    ...folder,
    uidValidity,
    lastUid: 0,
    firstNext: box.uidNext,
    since,
    older: Math.max(0, box.exists - within.length),
    pending: within.length,
  });
}

/** UIDs that have not been dealt with. Of the mail that was there at the first look only what is in the window. */
async function newUids(client: ImapFlow, { lastUid, firstNext, since }: FolderRow): Promise<number[]> {
  const old =
    lastUid + 1 < firstNext
      ? await searchUids(client, { uid: `${lastUid + 1}:${firstNext - 1}`, since })
      : [];
  const from = Math.max(lastUid + 1, firstNext);
  // A range to `*` always holds the newest message, whatever its UID.
  const fresh = (await searchUids(client, { uid: `${from}:*` })).filter((uid) => uid >= from);
  return [...old, ...fresh];
}

/** Brings a folder up to date. @returns whether anything had come */
export async function syncFolder(
  mailbox: OpenMailbox,
  folder: Folder,
  stopped: () => boolean,
): Promise<boolean> {
  const row = await openFolder(mailbox, folder);
  const uids = await newUids(mailbox.client, row);
  if (uids.length > chunkSize) await mailbox.ledger.note('syncing');
  let pending = uids.length;
  for (const chunk of chunks(uids, chunkSize)) {
    if (stopped()) return true;
    const entries = await takeMessages(mailbox.context, mailbox.client, chunk, folder.role === 'sent');
    pending -= chunk.length;
    await mailbox.ledger.record(row, entries, { lastUid: chunk.at(-1) ?? row.lastUid, pending });
  }
  if (uids.length === 0 && row.pending !== 0) await mailbox.ledger.record(row, [], { pending: 0 });
  return uids.length > 0;
}

/**
 * Compares what the server has in the window with the ledger and with what is stored, and fetches what is missing.
 * @returns how many messages were missing and are stored now
 */
export async function compareFolder(
  mailbox: OpenMailbox,
  folder: Folder,
  stopped: () => boolean,
): Promise<number> {
  const { context, client, ledger } = mailbox;
  const row = await openFolder(mailbox, folder);
  const since = windowStart(context.services.clock.now());
  const uids = (await searchUids(client, { since })).filter((uid) => uid <= row.lastUid);
  let recovered = 0;
  for (const chunk of chunks(uids, compareSize)) {
    const missing = await missingOf(mailbox, row, chunk);
    for (const part of chunks(missing, chunkSize)) {
      if (stopped()) return recovered;
      const entries = await takeMessages(context, client, part, folder.role === 'sent');
      recovered += entries.filter(({ state }) => state === 'stored').length;
      await ledger.record(row, entries, {});
    }
  }
  await ledger.record(row, [], { checkedAt: context.services.clock.now() });
  return recovered;
}

/** UIDs of messages that the server has and AI Hub does not, whatever the ledger says. */
async function missingOf(
  { context, client, ledger }: OpenMailbox,
  row: FolderRow,
  uids: readonly number[],
): Promise<number[]> {
  const heads = await headsOf(client, uids);
  const states = await ledger.statesOf(row, uids);
  const known = await knownIds(
    context,
    heads.map(({ messageId }) => messageId),
  );
  return heads
    .filter(({ uid, messageId }) => {
      const state = states.get(uid);
      if (state === undefined || state === 'missing') return true;
      return state !== 'skipped' && messageId !== null && !known.has(messageId);
    })
    .map(({ uid }) => uid);
}
