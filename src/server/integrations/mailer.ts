import { createTransport } from 'nodemailer';
import { resolveGuarded } from './guarded-address.ts';

export interface Mail {
  from: string;
  to: string;
  subject: string;
  text: string;
  /** Without angle brackets; minted before sending, so that a repeat can be recognised. */
  messageId: string;
  headers?: Record<string, string>;
}

/** Hands one mail to a server. Rejects with the server's words when it refuses or cannot be reached. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

const connectTimeoutMs = 10_000;
const socketTimeoutMs = 20_000;

/** SMTP by an `smtp://` or `smtps://` address. Only the send gate uses it. */
export function smtpMailer(url: string, allowPrivate: boolean): Mailer {
  const at = new URL(url);
  const secure = at.protocol === 'smtps:';
  return {
    send: async (mail) => {
      const address = await resolveGuarded(at.hostname.replace(/^\[|\]$/g, ''), allowPrivate);
      const transport = createTransport({
        host: address,
        port: Number(at.port) || (secure ? 465 : 587),
        secure,
        tls: { servername: at.hostname },
        ...(at.username
          ? { auth: { user: decodeURIComponent(at.username), pass: decodeURIComponent(at.password) } }
          : {}),
        connectionTimeout: connectTimeoutMs,
        socketTimeout: socketTimeoutMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      try {
        await transport.sendMail({
          from: mail.from,
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          messageId: `<${mail.messageId}>`,
          headers: mail.headers ?? {},
        });
      } finally {
        transport.close();
      }
    },
  };
}
