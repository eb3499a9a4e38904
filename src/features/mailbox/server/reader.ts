import { setTimeout as sleep } from 'node:timers/promises';
import type { ImapFlow } from 'imapflow';
import { type ImapAccount, imapAccountOf } from '#features/organization/server/public.ts';
import type { OrganizationContext } from '#server/context.ts';
import { loggable, sqlState } from '#server/http/errors.ts';
import { connectImap } from './connect.ts';
import { accountDigest } from './email-settings.ts';
import { MailboxUnusable, sentFolderOf } from './folder-source.ts';
import { Lease, LeaseLost, renewMs } from './lease.ts';
import { Ledger } from './ledger.ts';
import { serverFault } from './server-fault.ts';
import { compareFolder, type Folder, type OpenMailbox, syncFolder } from './sync-folder.ts';
import { takesMail } from './takes-mail.ts';

/** Without news from the server the folders are looked at this often, milliseconds; the Sent folder has no news. */
const lookMs = 40_000;
const firstDelayMs = 1_000;
const longestDelayMs = 5 * 60_000;
/** After a refused sign-in: more tries would lock the account. */
const refusedDelayMs = 60_000;
/** A connection that lasted this long was a good one: the next trouble begins with short delays. */
const goodMs = 60_000;
const leaseTryMs = 10_000;

/** Follows one organization's mailbox until it is stopped or its settings end. Survives outages of all sides. */
export class MailboxReader {
  readonly done: Promise<void>;
  readonly #context: OrganizationContext;
  readonly #lease: Lease;
  readonly #ledger: Ledger;
  #client: ImapFlow | null = null;
  #stopped = false;
  #changed = false;
  #wake: () => void = () => undefined;

  constructor(context: OrganizationContext, process: { id: string; alone: boolean }) {
    this.#context = context;
    this.#lease = new Lease(context, process.id, process.alone);
    this.#ledger = new Ledger(context, this.#lease);
    this.done = this.#run();
  }

  /** The settings have changed, or a comparison was asked for. */
  nudge(): void {
    this.#changed = true;
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    this.#client?.close();
    await this.done;
  }

  async #run(): Promise<void> {
    let delay = firstDelayMs;
    while (!this.#stopped) {
      const began = performance.now();
      const ended = await this.#attempt();
      if (ended === 'over') return;
      if (ended === 'again' || performance.now() - began > goodMs) delay = firstDelayMs;
      if (ended === 'again') continue;
      const least = ended === 'refused' ? refusedDelayMs : ended === 'taken' ? leaseTryMs : 0;
      await this.#pause(Math.max(least, delay * (0.8 + Math.random() * 0.4)));
      if (ended === 'failed') delay = Math.min(delay * 2, longestDelayMs);
    }
  }

  /** One connection from its beginning to its end. */
  async #attempt(): Promise<'over' | 'again' | 'taken' | 'failed' | 'refused'> {
    let account: ImapAccount | null = null;
    try {
      this.#changed = false;
      account = await imapAccountOf(this.#context, this.#context.services.seal);
      if (!account || !(await takesMail(this.#context))) return 'over';
      if (!(await this.#lease.take(accountDigest(account)))) return 'taken';
      return await this.#follow(account);
    } catch (error) {
      if (this.#stopped) return 'over';
      if (this.#changed) return 'again';
      if (error instanceof LeaseLost) return 'taken';
      await this.#failed(error, account);
      return error instanceof Error && Reflect.get(error, 'authenticationFailed') === true
        ? 'refused'
        : 'failed';
    } finally {
      this.#client?.close();
      this.#client = null;
      if (this.#stopped) await this.#lease.release().catch((error: unknown) => this.#warn(error));
    }
  }

  async #failed(error: unknown, account: ImapAccount | null): Promise<void> {
    this.#warn(error);
    // A database that is away is no fault of the mailbox; and nothing can be noted there.
    if (sqlState(error) !== null) return;
    const words = account
      ? serverFault(error, 'The mailbox could not be read', account, account.mailbox)
      : 'The saved password could not be read. Enter it again.';
    await this.#ledger.note('failed', words).catch((failure: unknown) => this.#warn(failure));
  }

  async #follow(account: ImapAccount): Promise<'again'> {
    const context = this.#context;
    const client = await connectImap(account, context.services.config.allowPrivateHosts);
    this.#client = client;
    client.on('exists', () => this.#wake());
    client.on('close', () => this.#wake());
    const renewing = setInterval(() => {
      context
        .tx((tx) => this.#lease.hold(tx))
        .catch((error: unknown) => {
          this.#warn(error);
          if (error instanceof LeaseLost) client.close();
        });
    }, renewMs);
    try {
      const sent = await sentFolderOf(client);
      const folders: Folder[] = [
        ...(sent === null || sent === account.mailbox ? [] : [{ path: sent, role: 'sent' as const }]),
        // Last, so that it stays open: the server tells of news in the open folder.
        { path: account.mailbox, role: 'inbox' as const },
      ];
      while (!this.#stopped && !this.#changed) {
        await this.#lookAt({ context, client, ledger: this.#ledger }, folders);
        if (this.#changed || this.#stopped) break;
        await this.#waitForNews(client);
        if (!client.usable) throw new MailboxUnusable('The server ended the connection.');
        if (!(await takesMail(context))) break;
      }
      return 'again';
    } finally {
      clearInterval(renewing);
    }
  }

  async #lookAt(mailbox: OpenMailbox, folders: readonly Folder[]): Promise<void> {
    const stopped = () => this.#stopped || this.#changed;
    for (const folder of folders) await this.#sync(mailbox, folder, stopped);
    const requestedAt = await this.#ledger.checkRequested();
    if (requestedAt && !stopped()) {
      let recovered = 0;
      for (const folder of folders) recovered += await compareFolder(mailbox, folder, stopped);
      if (!stopped()) await this.#ledger.checked(requestedAt, recovered);
    }
    await this.#ledger.note('connected');
  }

  /** A Sent folder that cannot be opened must not keep what people write from coming in. */
  async #sync(mailbox: OpenMailbox, folder: Folder, stopped: () => boolean): Promise<void> {
    try {
      await syncFolder(mailbox, folder, stopped);
    } catch (error) {
      const refused = error instanceof Error && Reflect.get(error, 'responseStatus') === 'NO';
      if (folder.role !== 'sent' || !refused || !mailbox.client.usable) throw error;
      this.#warn(error);
    }
  }

  /** Until the server has news (IDLE), the settings change, or it is time to look by oneself. */
  async #waitForNews(client: ImapFlow): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    // Ends by itself when the next command is sent, or with the connection, of which `usable` tells.
    void client.idle().catch(() => this.#wake());
    const over = new AbortController();
    await Promise.race([woken, sleep(lookMs, undefined, { signal: over.signal }).catch(() => undefined)]);
    over.abort();
  }

  async #pause(ms: number): Promise<void> {
    if (this.#stopped || this.#changed) return;
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    const over = new AbortController();
    await Promise.race([woken, sleep(ms, undefined, { signal: over.signal }).catch(() => undefined)]);
    over.abort();
  }

  #warn(error: unknown): void {
    this.#context.log.warn(
      { err: loggable(error), organizationId: this.#context.organizationId },
      'the mailbox was interrupted',
    );
  }
}
