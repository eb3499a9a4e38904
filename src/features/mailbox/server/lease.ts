import { eq } from 'drizzle-orm';
import type { OrganizationContext, Tx } from '#server/context.ts';
import { mailboxes, mailboxFolders } from './tables.ts';

/** Another process reads the mailbox now. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

/** A process that died is followed by another one after this long. */
const leaseMs = 45_000;
export const renewMs = 15_000;

/**
 * Lets one process at a time read an organization's mailbox: a row with an end, renewed while it reads. On the embedded
 * database no other process lives, so that an old lease is one of a process that has died.
 */
export class Lease {
  readonly #context: OrganizationContext;
  readonly #me: string;
  readonly #alone: boolean;

  constructor(context: OrganizationContext, me: string, alone: boolean) {
    this.#context = context;
    this.#me = me;
    this.#alone = alone;
  }

  /** Takes the mailbox; with another account than before, its folders begin anew. @returns whether it is ours now */
  take(account: string): Promise<boolean> {
    return this.#context.tx(async (tx) => {
      const now = this.#context.services.clock.now();
      await tx.db.insert(mailboxes).values({ account, state: 'connecting' }).onConflictDoNothing();
      const [row] = await tx.db.select().from(mailboxes).for('update');
      if (!row) return false;
      const held = row.leasedUntil !== null && row.leasedUntil > now && row.leasedBy !== this.#me;
      if (held && !this.#alone) return false;
      const anew = row.account !== account;
      if (anew) await tx.db.delete(mailboxFolders);
      await tx.db.update(mailboxes).set({
        leasedBy: this.#me,
        leasedUntil: this.#end(now),
        ...(anew
          ? {
              account,
              state: 'connecting' as const,
              lastError: null,
              lastSuccessAt: null,
              lastCheckAt: null,
              checkRequestedAt: null,
              recovered: 0,
            }
          : {}),
      });
      return true;
    });
  }

  /** Prolongs the lease inside a transaction that relies on it. @throws LeaseLost */
  async hold(tx: Pick<Tx, 'db'>): Promise<typeof mailboxes.$inferSelect> {
    const [row] = await tx.db
      .update(mailboxes)
      .set({ leasedUntil: this.#end(this.#context.services.clock.now()) })
      .where(eq(mailboxes.leasedBy, this.#me))
      .returning();
    if (!row) throw new LeaseLost('Another process reads this mailbox.');
    return row;
  }

  /** Lets another process in at once. */
  async release(): Promise<void> {
    await this.#context.db
      .update(mailboxes)
      .set({ leasedUntil: null })
      .where(eq(mailboxes.leasedBy, this.#me));
  }

  #end(now: Date): Date {
    return new Date(now.getTime() + leaseMs);
  }
}
