import { setTimeout } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { AppError } from '#shared/errors.ts';
import { isRepeatable } from '#shared/mail-states.ts';
import type { OrganizationContext, Tx } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { outgoingMail } from '../db/tables.ts';
import { newId } from '../ids.ts';
import { admit, contentDigest, lockGate, sentBefore, unwantedBecause } from './admit-mail.ts';
import { composeMail, type MailAddress, senderAddress } from './compose-mail.ts';
import { claim, deliverMail, handOver, record, sealPurpose } from './deliver-mail.ts';
import type { GateOptions, OutgoingRow } from './gate-options.ts';
import type { AccountMail, ComposedMail, OutgoingMail, Transport } from './outgoing-mail.ts';
import { type MailPurpose, purposeRules } from './send-rules.ts';
import type { Sender } from './sender.ts';
import { sweepMails } from './sweep-mail.ts';
import { cancelMany, keepBack, letGo, letGoOf, waits } from './waiting-mail.ts';

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
    const domain = from.address.slice(from.address.lastIndexOf('@') + 1).toLowerCase();
    const messageId = mail.messageId ?? `${newId()}@${domain}`;
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
    const envelope = { from: from.address, to };
    return { id: mail.id ?? newId(), mail, sender, from, messageId, envelope, bytes, composedAt };
  }

  /** One mail of the organization at a time passes: taken first by whoever locks more than the gate does. */
  lock(tx: Tx): Promise<void> {
    return lockGate(tx);
  }

  /** Why no mail of this purpose may go to these addresses at all: the tenant's state, its modules, the list of stopped ones. */
  refusalOf(tx: Tx, sender: Sender, purpose: MailPurpose, to: readonly string[]): Promise<AppError | null> {
    return unwantedBecause(tx, { seal: this.#options.seal, sender, now: this.#options.now() }, purpose, to);
  }

  /**
   * Lets a mail through, or not. Writes its row; nothing has left yet. Call `deliverSoon` after the commit.
   * A mail given again under its `callerKey` is the first one.
   * @throws AppError suppressed, conflict (duplicate, daily limit), module_inactive or 402. A mail that nobody pressed
   * for is not refused unless it says `orThrow`: its row says `held` and why.
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
    if (hold && 'held' in hold && (mail.orThrow || (!mail.automatic && !mail.orHeld))) throw hold.held;
    const because = `Sent because ${mail.by} ${purposeRules[mail.purpose].words}.`;
    const undone = new Date(now.getTime() + (mail.undoSeconds ?? 0) * 1000);
    const sendAt = hold && 'until' in hold ? hold.until : undone;
    const held = hold && 'held' in hold ? hold.held : null;
    const later = hold && 'until' in hold ? ` It ${hold.words}.` : '';
    const [row] = await tx.db
      .insert(outgoingMail)
      .values({
        id: composed.id,
        purpose: mail.purpose,
        state: held ? 'held' : 'queued',
        reason: held ? `Held because: ${held.message}` : `${because}${later}`,
        messageId,
        recipient: envelope.to.join(', '),
        subject: mail.subject,
        envelope,
        bytes: held ? null : bytes,
        contentDigest: digest,
        callerKey: mail.callerKey ?? null,
        isAutomatic: mail.automatic ?? false,
        createdAt: now,
        sendAt,
      })
      .returning();
    if (!row) throw new Error('The row of an outgoing mail was not written.');
    if (!held && sendAt > now) await tx.enqueue(deliverMail, { id: row.id }, { startAfter: sendAt });
    return { row, repeated: false };
  }

  /** Takes back a mail that has not left, also one that is kept back. @throws AppError conflict when it has. */
  async cancel(tx: Tx, id: string, by: string): Promise<void> {
    const mine = eq(outgoingMail.id, id);
    const [row] = await tx.db.select().from(outgoingMail).where(mine).for('update');
    if (!row || !waits(row))
      throw new AppError('conflict', 'This mail has left already and cannot be taken back.');
    await tx.db
      .update(outgoingMail)
      .set({ state: 'cancelled', reason: `Not sent because ${by} took it back.`, bytes: null })
      .where(mine);
  }

  /** Takes many mails back for one reason; what has left stays as it is. */
  cancelMany(tx: Tx, ids: readonly string[], reason: string): Promise<void> {
    return cancelMany(tx, ids, reason);
  }

  /** Keeps back all waiting mail of a purpose, with its bytes, until `letGo`. What is in hand goes. Returns the ids. */
  keepBack(tx: Tx, purpose: MailPurpose, reason: string): Promise<string[]> {
    return keepBack(tx, purpose, reason);
  }

  /** Lets go what was kept back; it is judged again when it leaves. `deliverSoon` or the sweep takes it after the commit. */
  letGo(tx: Tx, purpose: MailPurpose, reason: string): Promise<string[]> {
    return letGo(tx, purpose, reason);
  }

  /** Lets go these of the mails that were kept back. They leave after the commit by themselves. Returns the ids. */
  letGoOf(tx: Tx, ids: readonly string[], reason: string): Promise<string[]> {
    return letGoOf(tx, ids, reason);
  }

  /**
   * Sends a mail again that failed, was kept, or whose outcome is not known; the last may arrive twice, so a person
   * confirms it. `anew`: what leaves instead, made again from the same text. Call `deliverSoon` after the commit.
   * @throws AppError conflict for any other mail, an unconfirmed one without `confirmed`, or when no server is set up.
   */
  async sendAgain(
    tx: Tx,
    id: string,
    { by, confirmed, anew }: { by: string; confirmed: boolean; anew?: ComposedMail },
  ): Promise<void> {
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
      .set({
        state: 'queued',
        reason: `Sent again because ${by} asked for it.`,
        attempts: 0,
        sendAt: now,
        // Whoever wrote it, from here on a person answers for it.
        isAutomatic: false,
        ...(anew ? { bytes: anew.bytes, envelope: anew.envelope } : {}),
      })
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

  /** Hands a queued mail over now, and waits at most so long for how it ends; the hand-over goes on behind. */
  async deliverNow(organizationId: string, id: string, waitMs: number): Promise<void> {
    const delivery = this.deliver(organizationId, id).catch((error: unknown) =>
      this.#options.report(error, 'an outgoing mail could not be delivered'),
    );
    await Promise.race([delivery, setTimeout(waitMs, null, { ref: false })]);
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
  sweep({ all }: { all: boolean }): Promise<void> {
    return sweepMails(this.#options, all, (organizationId, id) => this.deliver(organizationId, id));
  }
}
