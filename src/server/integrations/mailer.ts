import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { AddressRefused, resolveGuarded } from './guarded-address.ts';

/** A server that takes outgoing mail. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  /** Without `secure`: refuse a server that offers no STARTTLS. */
  requireTls: boolean;
  /** Null for a server that asks for no sign-in. */
  user: string | null;
  password: string | null;
}

/** One mail, ready to be handed over. */
export interface Mail {
  messageId: string;
  subject: string;
  envelope: { from: string; to: string[] };
  /** The whole message (RFC 5322), byte for byte as it leaves. */
  bytes: Buffer;
}

/** What came of handing a mail over. `words` are the server's own, or say what happened on the way. */
export type Handover =
  /** The server took it, at least for one recipient. */
  | { outcome: 'taken'; refused: { address: string; words: string }[] }
  /** It has not left and trying again cannot help. */
  | { outcome: 'refused'; words: string; code: number | null }
  /** It has not left; another try may help. */
  | { outcome: 'later'; words: string }
  /** The connection was lost after the message had gone out, before the server answered. */
  | { outcome: 'unknown'; words: string };

/** Hands one mail to a server. Never rejects: every end is one of the outcomes. */
export interface Mailer {
  send(server: SmtpServer, mail: Mail): Promise<Handover>;
}

const connectTimeoutMs = 10_000;
const greetingTimeoutMs = 10_000;
const socketTimeoutMs = 60_000;

/** The server of an `smtp://` or `smtps://` address, which may hold user and password. */
export function smtpServerOf(url: string): SmtpServer {
  const at = new URL(url);
  const secure = at.protocol === 'smtps:';
  return {
    host: at.hostname.replace(/^\[|\]$/g, ''),
    port: Number(at.port) || (secure ? 465 : 587),
    secure,
    requireTls: false,
    user: at.username === '' ? null : decodeURIComponent(at.username),
    password: at.password === '' ? null : decodeURIComponent(at.password),
  };
}

/** SMTP (RFC 5321). Only the send gate uses it. */
export function smtpMailer(allowPrivate: boolean): Mailer {
  return {
    send: async (server, mail) => {
      let address: string;
      try {
        address = await resolveGuarded(server.host, allowPrivate);
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error);
        return error instanceof AddressRefused
          ? { outcome: 'refused', words, code: null }
          : { outcome: 'later', words: `The name ${server.host} was not found (${words}).` };
      }
      return handOver(address, server, mail);
    },
  };
}

async function handOver(address: string, server: SmtpServer, mail: Mail): Promise<Handover> {
  // Large, and not needed before the first mail.
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
  return new Promise((resolve) => {
    const connection = new SMTPConnection({
      host: address,
      port: server.port,
      secure: server.secure,
      requireTLS: server.requireTls && !server.secure,
      // A name, not an address (RFC 6066 section 3).
      tls: isIP(server.host) === 0 ? { servername: server.host } : {},
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: greetingTimeoutMs,
      socketTimeout: socketTimeoutMs,
    });
    const body = new WatchedBytes(mail.bytes);
    let ended = false;
    const end = (result: Handover) => {
      if (ended) return;
      ended = true;
      connection.close();
      resolve(result);
    };
    const failed = (error: Error) => end(outcomeOf(error, body.read));
    connection.on('error', failed);
    connection.on('end', () => failed(new Error('The connection was closed.')));
    const send = () => {
      const envelope = { ...mail.envelope, size: mail.bytes.length };
      connection.send(envelope, body.stream, (error, info) => {
        if (error) return failed(error);
        const refused = (info?.rejectedErrors ?? []).map((one, index) => ({
          address: String(info?.rejected?.[index] ?? ''),
          words: one.response ?? one.message,
        }));
        connection.quit();
        return end({ outcome: 'taken', refused });
      });
    };
    connection.connect((error) => {
      if (error) return failed(error);
      if (server.user === null) return send();
      return connection.login(
        { credentials: { user: server.user, pass: server.password ?? '' } },
        (refused) => (refused ? failed(refused) : send()),
      );
    });
  });
}

/** Tells whether the connection began to take the bytes: from then on a lost connection leaves the outcome open. */
class WatchedBytes {
  read = false;
  readonly stream: Readable;

  constructor(bytes: Buffer) {
    this.stream = new Readable({
      read: () => {
        this.read = true;
        this.stream.push(bytes);
        this.stream.push(null);
      },
    });
  }
}

function outcomeOf(
  error: Error & { response?: string; responseCode?: number },
  dataBegan: boolean,
): Handover {
  const words = (error.response ?? error.message).replace(/\s+/g, ' ').slice(0, 400);
  const code = error.responseCode ?? null;
  if (code !== null && code >= 500) return { outcome: 'refused', words, code };
  if (code !== null) return { outcome: 'later', words };
  return dataBegan ? { outcome: 'unknown', words } : { outcome: 'later', words };
}
