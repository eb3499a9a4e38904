import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { type MailboxState, mailboxUpdated } from '#features/mailbox/contract.ts';
import type { OrganizationContext } from '#server/context.ts';
import type { Lease } from './lease.ts';
import { mailboxes, mailboxFolders, mailboxLedger } from './tables.ts';
import type { LedgerEntry } from './take-messages.ts';

export type FolderRow = typeof mailboxFolders.$inferSelect;

/** Screens hear of new counts at most this often, milliseconds. */
const eventMs = 2_000;

/** What is remembered of a mailbox. Every write needs the lease, so that a process that lost it changes nothing. */
export class Ledger {
  readonly #context: OrganizationContext;
  readonly #lease: Lease;
  #toldAt = 0;

  constructor(context: OrganizationContext, lease: Lease) {
    this.#context = context;
    this.#lease = lease;
  }

  async folder(path: string): Promise<FolderRow | null> {
    const [row] = await this.#context.db.select().from(mailboxFolders).where(eq(mailboxFolders.path, path));
    return row ?? null;
  }

  /** A folder at its first look, or after its UIDs have lost their meaning: its ledger begins anew. */
  async begin(folder: Omit<FolderRow, 'organizationId' | 'checkedAt'>): Promise<FolderRow> {
    return this.#context.tx(async (tx) => {
      await this.#lease.hold(tx);
      const [row] = await tx.db
        .insert(mailboxFolders)
        .values(folder)
        .onConflictDoUpdate({ target: [mailboxFolders.organizationId, mailboxFolders.path], set: folder })
        .returning();
      await tx.db
        .delete(mailboxLedger)
        .where(and(eq(mailboxLedger.folder, folder.path), ne(mailboxLedger.uidValidity, folder.uidValidity)));
      if (!row) throw new Error('A folder was not written.');
      return row;
    });
  }

  /** Writes what became of messages, together with how far the folder has been read. */
  async record(
    { path, uidValidity }: Pick<FolderRow, 'path' | 'uidValidity'>,
    entries: readonly LedgerEntry[],
    progress: Partial<Pick<FolderRow, 'lastUid' | 'pending' | 'checkedAt'>>,
  ): Promise<void> {
    await this.#context.tx(async (tx) => {
      const { state } = await this.#lease.hold(tx);
      if (entries.length > 0) {
        await tx.db
          .insert(mailboxLedger)
          .values(entries.map((entry) => ({ ...entry, folder: path, uidValidity })))
          .onConflictDoUpdate({
            target: [
              mailboxLedger.organizationId,
              mailboxLedger.folder,
              mailboxLedger.uidValidity,
              mailboxLedger.uid,
            ],
            set: { state: sql`excluded.state`, reason: sql`excluded.reason`, at: sql`excluded.at` },
          });
      }
      if (Object.keys(progress).length > 0)
        await tx.db.update(mailboxFolders).set(progress).where(eq(mailboxFolders.path, path));
      if (this.#mayTell()) tx.emit(mailboxUpdated, { state });
    });
  }

  /** States of these UIDs, as far as the ledger has them. */
  async statesOf(
    { path, uidValidity }: FolderRow,
    uids: readonly number[],
  ): Promise<ReadonlyMap<number, string>> {
    const rows = await this.#context.db
      .select({ uid: mailboxLedger.uid, state: mailboxLedger.state })
      .from(mailboxLedger)
      .where(
        and(
          eq(mailboxLedger.folder, path),
          eq(mailboxLedger.uidValidity, uidValidity),
          inArray(mailboxLedger.uid, [...uids]),
        ),
      );
    return new Map(rows.map(({ uid, state }) => [uid, state]));
  }

  /** Notes how the mailbox is. A success clears the last error. */
  async note(
    state: Exclude<MailboxState, 'not_connected' | 'waiting'>,
    error: string | null = null,
  ): Promise<void> {
    await this.#context.tx(async (tx) => {
      const before = await this.#lease.hold(tx);
      await tx.db.update(mailboxes).set({
        state,
        ...(state === 'connected'
          ? { lastSuccessAt: this.#context.services.clock.now(), lastError: null }
          : {}),
        ...(error === null ? {} : { lastError: error }),
      });
      if (before.state !== state || before.lastError !== error) tx.emit(mailboxUpdated, { state });
    });
  }

  /** When a comparison was asked for, or null. */
  async checkRequested(): Promise<Date | null> {
    const [row] = await this.#context.db.select({ at: mailboxes.checkRequestedAt }).from(mailboxes);
    return row?.at ?? null;
  }

  /** Notes a finished comparison; one that was asked for meanwhile stays asked for. */
  async checked(requestedAt: Date, recovered: number): Promise<void> {
    await this.#context.tx(async (tx) => {
      const { state, checkRequestedAt } = await this.#lease.hold(tx);
      const again = checkRequestedAt !== null && checkRequestedAt > requestedAt;
      await tx.db.update(mailboxes).set({
        lastCheckAt: this.#context.services.clock.now(),
        recovered,
        ...(again ? {} : { checkRequestedAt: null }),
      });
      tx.emit(mailboxUpdated, { state });
    });
  }

  #mayTell(): boolean {
    const now = performance.now();
    if (now - this.#toldAt < eventMs) return false;
    this.#toldAt = now;
    return true;
  }
}
