import { eq } from 'drizzle-orm';
import { AppError } from '#shared/errors.ts';
import type { OrganizationContext, Tx } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { outgoingMail } from '../db/tables.ts';
import { newId } from '../ids.ts';
import { admit, contentDigest, lockGate, sentBefore, unwantedBecause } from './admit-mail.ts';
import { composeMail, type MailAddress, type MailContent, senderAddress } from './compose-mail.ts';
import { claim, deliverMail, handOver, record, sealPurpose, settleLost } from './deliver-mail.ts';
import type { GateOptions, OutgoingRow } from './gate-options.ts';
import { type MailPurpose, purposeRules } from './send-rules.ts';
import type { Sender } from './sender.ts';

/** A mail about an account: always allowed to leave, also to suppressed addresses and while a tenant is suspended. */
export interface AccountMail {
  to: string;
  subject: string;
  text: string;
}

/** A mail of a tenant to people. */
export interface OutgoingMail {
  purpose: Exclude<MailPurpose, 'account'>;
  to: readonly MailAddress[];
  cc?: readonly MailAddress[];
  subject: string;
  text: string;
  html?: string;
  attachments?: MailContent['attachments'];
  calendar?: MailContent['calendar'];
  /** Without angle brackets. */
  inReplyTo?: string | null;
  /** Oldest first, without angle brackets. */
  references?: readonly string[];
  headers?: Readonly<Record<string, string>>;
  /** Who pressed, for 'sent because …'. */
  by: string;
  /** No person pressed for it: it keeps to the send window, and is held instead of refused. */
  automatic?: boolean;
  /** Sent once under this name; a repeat answers with the first. */
  callerKey?: string;
  /** So long it can be taken back, seconds. */
  undoSeconds?: number;
}

/** A mail as bytes, with its id: ready for the gate's transaction. */
export interface ComposedMail {
  mail: OutgoingMail;
  sender: Sender;
  from: MailAddress;
  messageId: string;
  envelope: { from: string; to: string[] };
  bytes: Buffer;
  composedAt: Date;
}

/** How a mail leaves: through the tenant's server, the platform's, or not at all (the local outbox). */
export type Transport = 'tenant' | 'platform' | 'outbox';

/**
 * The one door for mail. `compose` makes the bytes, `send` checks everything and writes the row in the caller's
 * transaction before anything leaves; after the commit `deliverSoon` hands it over outside any transaction and records
 * the outcome. The transport is reachable from nowhere else.
 */
export class SendGate {
  readonly #options: GateOptions;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** Whether mail of the platform stays in the local outbox; screens say so. */
  get outboxOnly(): boolean {
    return this.#options.platformServer === null;
  }

  transportOf(sender: Pick<Sender, 'account'>): Transport {
    if (sender.account) return 'tenant';
    return this.outboxOnly ? 'outbox' : 'platform';
  }

  /** The organization's settings for sending. */
  senderOf(context: Pick<OrganizationContext, 'db'>): Promise<Sender> {
    return this.#options.readSender(context);
  }

  /** Who a mail of the organization is from. */
  fromOf(sender: Sender): MailAddress {
    const { name, address } = senderAddress(sender.account?.from ?? this.#options.from);
    // The platform's address with the organization's name: people see who writes, answers go to Reply-To.
    return { name: sender.account ? (name ?? sender.organizationName) : sender.organizationName, address };
  }

  /** The text of an account mail in the ledger. */
  textOf(sealed: string): string {
    return this.#options.seal.open(sealed, sealPurpose);
  }

  /** Writes the row of an account mail. Call `deliverSoon` with its id after the commit. */
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

  /** Makes the bytes of a mail and mints its Message-ID. Outside any transaction: files may be large. */
  async compose(context: Pick<OrganizationContext, 'db'>, mail: OutgoingMail): Promise<ComposedMail> {
    const sender = await this.senderOf(context);
    const from = this.fromOf(sender);
    const messageId = `${newId()}@${from.address.slice(from.address.lastIndexOf('@') + 1).toLowerCase()}`;
    const composedAt = this.#options.now();
    const cc = mail.cc ?? [];
    const bytes = await composeMail({
      from,
      replyTo: sender.account ? null : sender.replyTo,
      to: mail.to,
      cc,
      subject: mail.subject,
      text: mail.text,
      html: mail.html ?? null,
      attachments: mail.attachments ?? [],
      calendar: mail.calendar ?? null,
      messageId,
      inReplyTo: mail.inReplyTo ?? null,
      references: mail.references ?? [],
      headers: mail.automatic
        ? { 'Auto-Submitted': 'auto-generated', ...mail.headers }
        : (mail.headers ?? {}),
      date: composedAt,
    });
    const to = [...new Set([...mail.to, ...cc].map(({ address }) => address))];
    return { mail, sender, from, messageId, envelope: { from: from.address, to }, bytes, composedAt };
  }

  /**
   * Lets a mail through, or not. Writes its row; nothing has left yet. Call `deliverSoon` after the commit.
   * A mail given again under its `callerKey` is the first one.
   * @throws AppError suppressed, conflict (duplicate, daily limit), module_inactive or 402. A mail that nobody pressed
   * for is not refused: its row says `held` and why.
   */
  async send(tx: Tx, composed: ComposedMail): Promise<{ row: OutgoingRow; repeated: boolean }> {
    const { mail, sender, messageId, envelope, bytes } = composed;
    const { seal } = this.#options;
    await lockGate(tx);
    const before = await sentBefore(tx, mail.callerKey ?? null);
    if (before) return { row: before, repeated: true };
    const now = this.#options.now();
    const digest = contentDigest(seal, composed);
    const hold = await admit(tx, { seal, sender, now }, composed, digest);
    if (hold && 'held' in hold && !mail.automatic) throw hold.held;
    const because = `Sent because ${mail.by} ${purposeRules[mail.purpose].words}.`;
    const undone = new Date(now.getTime() + (mail.undoSeconds ?? 0) * 1000);
    const sendAt = hold && 'until' in hold ? hold.until : undone;
    const held = hold && 'held' in hold ? hold.held : null;
    const waits = hold && 'until' in hold ? ` It ${hold.words}.` : '';
    const [row] = await tx.db
      .insert(outgoingMail)
      .values({
        id: newId(),
        purpose: mail.purpose,
        state: held ? 'held' : 'queued',
        reason: held ? `Held because: ${held.message}` : `${because}${waits}`,
        messageId,
        recipient: envelope.to.join(', '),
        subject: mail.subject,
        envelope,
        bytes: held ? null : bytes,
        contentDigest: digest,
        callerKey: mail.callerKey ?? null,
        createdAt: now,
        sendAt,
      })
      .returning();
    if (!row) throw new Error('The row of an outgoing mail was not written.');
    if (!held && sendAt > now) await tx.enqueue(deliverMail, { id: row.id }, { startAfter: sendAt });
    return { row, repeated: false };
  }

  /** Takes back a mail that has not left. @throws AppError conflict when it has. */
  async cancel(tx: Tx, id: string, by: string): Promise<void> {
    const mine = eq(outgoingMail.id, id);
    const [row] = await tx.db
      .select({ state: outgoingMail.state })
      .from(outgoingMail)
      .where(mine)
      .for('update');
    if (row?.state !== 'queued')
      throw new AppError('conflict', 'This mail has left already and cannot be taken back.');
    await tx.db
      .update(outgoingMail)
      .set({ state: 'cancelled', reason: `Not sent because ${by} took it back.`, bytes: null })
      .where(mine);
  }

  /**
   * Sends a mail again that failed, was kept, or whose outcome is not known; the last may arrive twice, so a person
   * confirms it. Call `deliverSoon` after the commit.
   * @throws AppError conflict for any other mail, an unconfirmed one without `confirmed`, or when no server is set up.
   */
  async sendAgain(tx: Tx, id: string, { by, confirmed }: { by: string; confirmed: boolean }): Promise<void> {
    const { seal } = this.#options;
    await lockGate(tx);
    const mine = eq(outgoingMail.id, id);
    const [row] = await tx.db.select().from(outgoingMail).where(mine).for('update');
    if (!row?.envelope || !row.bytes || !isRepeatable(row.state)) {
      throw new AppError(
        'conflict',
        'Only a mail that failed or whose outcome is not known can be sent again.',
      );
    }
    if (row.state === 'unconfirmed' && !confirmed) {
      throw new AppError(
        'conflict',
        'It is not known whether this mail arrived: sent again, it may arrive twice. Confirm that you want that.',
      );
    }
    const sender = await this.senderOf(tx);
    if (this.transportOf(sender) === 'outbox') {
      throw new AppError('conflict', 'No mail account is connected, so there is no way to send this mail.');
    }
    const now = this.#options.now();
    const unwanted = await unwantedBecause(tx, { seal, sender, now }, row.purpose, row.envelope.to);
    if (unwanted) throw unwanted;
    await tx.db
      .update(outgoingMail)
      .set({ state: 'queued', reason: `Sent again because ${by} asked for it.`, attempts: 0, sendAt: now })
      .where(mine);
  }

  /** Hands a queued mail over after the answer; a process that dies before it leaves the mail to the sweep. */
  deliverSoon(organizationId: string, id: string): void {
    setImmediate(() => {
      this.deliver(organizationId, id).catch((error: unknown) =>
        this.#options.report(error, 'an outgoing mail could not be delivered'),
      );
    });
  }

  /**
   * Hands a queued mail over once, if its time has come. When the process dies between hand-over and record the row
   * stays `sending` until the sweep marks it unconfirmed; it is never sent again by itself.
   */
  async deliver(organizationId: string, id: string): Promise<void> {
    const claimed = await claim(this.#options, organizationId, id);
    if (!claimed) return;
    await record(this.#options, organizationId, claimed, await handOver(this.#options, claimed));
  }

  /** What a dead process left: its mail in hand is unconfirmed, due mail is delivered. `all`: no other process runs. */
  async sweep({ all }: { all: boolean }): Promise<void> {
    const due = await settleLost(this.#options, all);
    for (const { organizationId, id } of due) await this.deliver(organizationId, id);
  }
}

function isRepeatable(state: OutgoingRow['state']): boolean {
  return state === 'failed' || state === 'unconfirmed' || state === 'kept';
}
