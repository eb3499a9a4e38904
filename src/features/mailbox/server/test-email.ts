import { isIP } from 'node:net';
import type { mailboxApi } from '#features/mailbox/contract.ts';
import {
  type ImapAccount,
  imapAccountOf,
  type SmtpAccount,
  smtpAccountOf,
} from '#features/organization/server/public.ts';
import type { Context } from '#server/context.ts';
import { resolveGuarded } from '#server/integrations/guarded-address.ts';
import type { Input } from '#shared/endpoint.ts';
import { connectImap } from './connect.ts';
import { requireSameServer } from './email-settings.ts';
import { serverFault } from './server-fault.ts';

type Test = (typeof mailboxApi)['endpoints']['testEmail'];

const timeoutMs = 10_000;
const incoming = 'Incoming mail (IMAP)';
const outgoing = 'Outgoing mail (SMTP)';

interface Tried {
  ok: boolean;
  message: string;
}

/** Really connects and signs in, to what the body names or, without a body, to what is stored. Sends nothing. */
export async function testEmail(context: Context, { body }: Input<Test>): Promise<Tried> {
  const { seal } = context.services;
  const named = body.imap !== undefined || body.smtp !== undefined;
  const imap = named ? await imapOf(context, body.imap) : await imapAccountOf(context, seal);
  const smtp = named ? await smtpOf(context, body.smtp) : await smtpAccountOf(context, seal);
  const { allowPrivateHosts } = context.services.config;
  const tried = await Promise.all([
    ...(imap ? [tryImap(imap, allowPrivateHosts)] : []),
    ...(smtp ? [trySmtp(smtp, allowPrivateHosts)] : []),
  ]);
  if (tried.length === 0) return { ok: false, message: 'No mail server is set up yet.' };
  return { ok: tried.every(({ ok }) => ok), message: tried.map(({ message }) => message).join(' ') };
}

async function imapOf(context: Context, given: Input<Test>['body']['imap']): Promise<ImapAccount | null> {
  if (!given) return null;
  const { secret, ...settings } = given;
  if (secret !== undefined) return { ...settings, password: secret };
  const stored = await imapAccountOf(context, context.services.seal);
  requireSameServer(stored, settings, 'imap');
  return { ...settings, password: stored?.password ?? null };
}

async function smtpOf(context: Context, given: Input<Test>['body']['smtp']): Promise<SmtpAccount | null> {
  if (!given) return null;
  const { secret, user, ...settings } = given;
  const account = { ...settings, user: user === '' ? null : user };
  if (secret !== undefined) return { ...account, password: secret };
  const stored = await smtpAccountOf(context, context.services.seal);
  requireSameServer(stored, settings, 'smtp');
  return { ...account, password: stored?.password ?? null };
}

async function tryImap(account: ImapAccount, allowPrivate: boolean): Promise<Tried> {
  try {
    const client = await connectImap(account, allowPrivate);
    try {
      const { exists } = await client.mailboxOpen(account.mailbox, { readOnly: true });
      const messages = `${exists.toLocaleString('en-AU')} ${exists === 1 ? 'message' : 'messages'}`;
      return { ok: true, message: `${incoming}: connected, ${account.mailbox} holds ${messages}.` };
    } finally {
      client.close();
    }
  } catch (error) {
    return { ok: false, message: serverFault(error, incoming, account, account.mailbox) };
  }
}

async function trySmtp(account: SmtpAccount, allowPrivate: boolean): Promise<Tried> {
  try {
    const { createTransport } = await import('nodemailer');
    const transport = createTransport({
      host: await resolveGuarded(account.host, allowPrivate),
      port: account.port,
      secure: account.secure,
      requireTLS: !account.secure,
      ...(isIP(account.host) ? {} : { tls: { servername: account.host } }),
      ...(account.user === null ? {} : { auth: { user: account.user, pass: account.password ?? '' } }),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      await transport.verify();
    } finally {
      transport.close();
    }
    return {
      ok: true,
      message: `${outgoing}: connected${account.user === null ? '' : ' and signed in'}.`,
    };
  } catch (error) {
    return { ok: false, message: serverFault(error, outgoing, account) };
  }
}
