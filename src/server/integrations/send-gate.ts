import { eq } from 'drizzle-orm';
import type { Database, Transaction } from '../db/database.ts';
import { outgoingMail } from '../db/tables.ts';
import { newId } from '../ids.ts';
import type { Mailer } from './mailer.ts';
import type { Seal } from './seal.ts';

/** A mail about an account: always allowed to leave, also to suppressed addresses and while a tenant is suspended. */
export interface AccountMail {
  to: string;
  subject: string;
  text: string;
}

interface GateOptions {
  database: Database;
  mailer: Mailer | null;
  seal: Seal;
  from: string;
  publicUrl: string;
  report: (error: unknown, message: string) => void;
}

const sealPurpose = 'outgoing_mail.body';

/**
 * The one door for mail. A row is written in the caller's transaction before anything leaves; `deliver` claims it,
 * hands it over outside any transaction and records the outcome. The transport is reachable from nowhere else.
 */
export class SendGate {
  readonly #options: GateOptions;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** Whether mail really leaves; otherwise it stays in the local outbox and screens say so. */
  get outboxOnly(): boolean {
    return this.#options.mailer === null;
  }

  /** The text of a mail in the ledger. */
  textOf(sealed: string): string {
    return this.#options.seal.open(sealed, sealPurpose);
  }

  /** Writes the row. Call `deliver` with its id after the commit. */
  async accountMail(tx: Transaction, mail: AccountMail): Promise<string> {
    const id = newId();
    const { seal, publicUrl } = this.#options;
    await tx.db.insert(outgoingMail).values({
      id,
      organizationId: tx.organizationId,
      purpose: 'account',
      state: this.outboxOnly ? 'kept' : 'queued',
      reason: this.outboxOnly
        ? 'Kept in the local outbox: no mail server is set up.'
        : 'Account mail always goes.',
      messageId: `${id}@${new URL(publicUrl).hostname}`,
      recipient: mail.to,
      subject: mail.subject,
      body: seal.seal(mail.text, sealPurpose),
    });
    return id;
  }

  /**
   * Sends a queued mail once. A refusal by the server is `failed`; when the process dies between hand-over and record
   * the row stays `sending`, is shown as unconfirmed and is never sent again by itself.
   */
  async deliver(organizationId: string, id: string): Promise<void> {
    const { database, mailer, seal, from, report } = this.#options;
    if (!mailer) return;
    const { db } = database.forOrganization(organizationId);
    const mine = eq(outgoingMail.id, id);
    const claimed = await database.forOrganization(organizationId).tx(async (tx) => {
      const [row] = await tx.db.select().from(outgoingMail).where(mine).for('update');
      if (row?.state !== 'queued') return null;
      await tx.db
        .update(outgoingMail)
        .set({ state: 'sending', attempts: row.attempts + 1 })
        .where(mine);
      return row;
    });
    if (!claimed) return;
    try {
      await mailer.send({
        from,
        to: claimed.recipient,
        subject: claimed.subject,
        text: seal.open(claimed.body, sealPurpose),
        messageId: claimed.messageId,
      });
      await db
        .update(outgoingMail)
        .set({ state: 'sent', leftAt: new Date(), reason: 'Taken by the mail server.' })
        .where(mine);
    } catch (error) {
      report(error, 'an account mail could not be sent');
      const words = error instanceof Error ? error.message.slice(0, 300) : 'unknown';
      await db
        .update(outgoingMail)
        .set({ state: 'failed', reason: `The mail server did not take it: ${words}` })
        .where(mine);
    }
  }
}
