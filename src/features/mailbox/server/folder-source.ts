import type { ImapFlow } from 'imapflow';

/** What is known of a message before it is fetched. */
export interface MessageHead {
  uid: number;
  size: number;
  receivedAt: Date;
  /** Without angle brackets; null when it has none. */
  messageId: string | null;
}

/** Thrown when the server does not answer a question that it must answer: the connection begins anew. */
export class MailboxUnusable extends Error {
  override name = 'MailboxUnusable';
}

/** UIDs of a search in ascending order. */
export async function searchUids(
  client: ImapFlow,
  query: { uid?: string; since?: Date; header?: Record<string, string> },
): Promise<number[]> {
  const found = await client.search(query, { uid: true });
  if (!Array.isArray(found)) throw new MailboxUnusable('The server did not answer a search.');
  return found.toSorted((a, b) => a - b);
}

/** UIDs as IMAP writes them, with runs joined: `1:4,7`. */
export function uidSet(uids: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const uid of uids) {
    const last = runs.at(-1);
    if (last && last[1] + 1 === uid) last[1] = uid;
    else runs.push([uid, uid]);
  }
  return runs.map(([from, to]) => (from === to ? String(from) : `${from}:${to}`)).join(',');
}

/** Message-ID of a header block, the same way as messages are keyed. */
export function messageIdOf(headers: Buffer | undefined): string | null {
  const text = headers?.toString('latin1').replace(/\r?\n[ \t]+/g, ' ') ?? '';
  return /^message-id:\s*<([^<>\s]+)>/im.exec(text)?.[1] ?? null;
}

export async function headsOf(client: ImapFlow, uids: readonly number[]): Promise<MessageHead[]> {
  if (uids.length === 0) return [];
  const found = await client.fetchAll(
    uidSet(uids),
    { uid: true, size: true, internalDate: true, headers: ['message-id'] },
    { uid: true },
  );
  return found
    .map(({ uid, size, internalDate, headers }) => {
      const received = new Date(internalDate ?? Number.NaN);
      return {
        uid,
        size: size ?? 0,
        receivedAt: Number.isNaN(received.getTime()) ? new Date() : received,
        messageId: messageIdOf(headers),
      };
    })
    .toSorted((a, b) => a.uid - b.uid);
}

/** Whole messages by UID; one that was removed meanwhile is not among them. */
export async function sourcesOf(client: ImapFlow, uids: readonly number[]): Promise<Map<number, Buffer>> {
  const found = await client.fetchAll(uidSet(uids), { uid: true, source: true }, { uid: true });
  return new Map(found.flatMap(({ uid, source }) => (source ? [[uid, source]] : [])));
}

const sentNames =
  /^(?:sent|sent items|sent messages|sent mail|gesendet|gesendete objekte|envoyés|enviados)$/i;

/** The folder of sent mail: by the server's own mark, else by its usual names; null when there is none. */
export async function sentFolderOf(client: ImapFlow): Promise<string | null> {
  const folders = await client.list();
  const marked = folders.find(({ specialUse }) => specialUse === '\\Sent');
  return (marked ?? folders.find(({ name }) => sentNames.test(name)))?.path ?? null;
}
