import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import type { TestMailServers, TestMailUser } from '../mail-servers.ts';

/** A message in a mailbox, as its mail program would list it. */
export interface Listed {
  messageId: string;
  raw: string;
}

/** A person with a mailbox and a mail program of its own: no line of it is the hub's. */
export class ClientMailbox {
  readonly user: TestMailUser;
  readonly #servers: TestMailServers;
  readonly #smtp: { host: string; port: number };

  constructor(user: TestMailUser, servers: TestMailServers, smtp: { host: string; port: number }) {
    this.user = user;
    this.#servers = servers;
    this.#smtp = smtp;
  }

  /** Sends these bytes as they are, over STARTTLS and signed in. */
  async send(to: string, raw: string): Promise<void> {
    const { address, mailAddress, password } = this.user;
    const transport = createTransport({
      ...this.#smtp,
      secure: false,
      requireTLS: true,
      auth: { user: address, pass: password },
      tls: { ca: this.#servers.imap.caCert },
    });
    await transport.sendMail({ envelope: { from: mailAddress, to }, raw });
  }

  async list(folder: string): Promise<Listed[]> {
    const { host, port, caCert } = this.#servers.imap;
    const client = new ImapFlow({
      host,
      port,
      secure: true,
      tls: { ca: caCert },
      auth: { user: this.user.address, pass: this.user.password },
      logger: false,
    });
    await client.connect();
    try {
      await client.mailboxOpen(folder, { readOnly: true });
      const found: Listed[] = [];
      for await (const { source, envelope } of client.fetch('1:*', { source: true, envelope: true }))
        found.push({
          messageId: (envelope?.messageId ?? '').replace(/^<|>$/g, ''),
          raw: source?.toString('utf8') ?? '',
        });
      return found;
    } finally {
      await client.logout();
    }
  }
}
