import { execFileSync } from 'node:child_process';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ImapFlow } from 'imapflow';
import type { TestMailServers, TestMailUser } from '../mail-servers.ts';

/** Puts mail into a Maildir the way a delivery agent does: written to `tmp`, renamed into `new`. */
export class Sender {
  readonly user: TestMailUser;
  /** Begins the Message-ID of every mail of this mailbox. */
  readonly mark: string;
  readonly #owner: { uid: number; gid: number };
  sent = 0;

  private constructor(user: TestMailUser, owner: { uid: number; gid: number }) {
    this.user = user;
    this.mark = user.address.replace('@localhost', '');
    this.#owner = owner;
  }

  /** Signs in once, so that the server makes the Maildir. */
  static async to(user: TestMailUser, { host, port, caCert }: TestMailServers['imap']): Promise<Sender> {
    const client = new ImapFlow({
      host,
      port,
      secure: true,
      tls: { ca: caCert },
      auth: { user: user.address, pass: user.password },
      logger: false,
    });
    await client.connect();
    await client.mailboxOpen('INBOX');
    await client.logout();
    const idOf = (flag: string) => Number(execFileSync('id', [flag, 'mail'], { encoding: 'utf8' }));
    return new Sender(user, { uid: idOf('-u'), gid: idOf('-g') });
  }

  async send(count: number): Promise<void> {
    const { maildir } = this.user;
    if (!existsSync(join(maildir, 'new'))) throw new Error(`There is no Maildir at ${maildir}.`);
    for (let index = 0; index < count; index += 1) {
      this.sent += 1;
      const name = `${Date.now()}.${String(this.sent).padStart(6, '0')}.localhost`;
      writeFileSync(join(maildir, 'tmp', name), this.#mail(this.sent), { mode: 0o666 });
      renameSync(join(maildir, 'tmp', name), join(maildir, 'new', name));
    }
    execFileSync('chown', ['-R', `${this.#owner.uid}:${this.#owner.gid}`, join(maildir, 'new')]);
  }

  #mail(n: number): string {
    return [
      `From: Client ${n} <client${n}@${this.mark}.example>`,
      `To: ${this.user.address}`,
      `Subject: Billboard ${n}`,
      `Message-ID: <${this.mark}-${n}@client.example>`,
      `Date: ${new Date().toUTCString()}`,
      'Content-Type: text/plain; charset=utf-8',
      '',
      `Hello, we would like a billboard in ${n} places. Our budget is $${n},000.`,
      'x'.repeat(70),
      '',
    ].join('\r\n');
  }
}
