import { AddressRefused } from '#server/integrations/guarded-address.ts';
import { MailboxUnusable } from './folder-source.ts';

/** The server that was tried, as the person entered it. */
export interface TriedServer {
  host: string;
  port: number;
  secure: boolean;
}

/** What an error of a mail server says about itself: Node, imapflow and nodemailer add these. */
function fieldsOf(error: Error): { code: string; text: string; refusedSignIn: boolean; noFolder: boolean } {
  const read = (key: string): unknown => Reflect.get(error, key);
  const text = [read('responseText'), read('response'), error.message].find(
    (one): one is string => typeof one === 'string' && one !== '',
  );
  const code = read('code');
  const answer = read('serverResponseCode');
  return {
    code: typeof code === 'string' ? code : '',
    text: text ?? '',
    refusedSignIn: read('authenticationFailed') === true || code === 'EAUTH',
    noFolder: read('mailboxMissing') === true || answer === 'NONEXISTENT' || answer === 'TRYCREATE',
  };
}

const selfSigned =
  /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?)$/;
const closed = /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH)$/;
const slow = /^(?:ETIMEDOUT|ETIMEOUT|CONNECT_TIMEOUT|GREETING_TIMEOUT|UPGRADE_TIMEOUT|LockTimeout)$/;
const notTls = /^(?:EPROTO|ERR_SSL_\w+|UPGRADE_TIMEOUT)$/;

/** Nodemailer and imapflow wrap what the socket said: the innermost code tells most. */
function innermost(error: Error): Error {
  const inner: unknown = error.cause ?? Reflect.get(error, '_err');
  return inner instanceof Error && inner !== error ? innermost(inner) : error;
}

/**
 * Why a mail server could not be used, in words for the person who entered it: what is wrong and what to do.
 * `what` names the part, such as 'Incoming mail (IMAP)'. Never holds a credential.
 */
export function serverFault(error: unknown, what: string, server: TriedServer, folder?: string): string {
  return `${what}: ${reasonOf(error, server, folder)}`.slice(0, 500);
}

function reasonOf(error: unknown, { host, port, secure }: TriedServer, folder?: string): string {
  if (!(error instanceof Error)) return 'It failed for a reason that the server did not name.';
  if (error instanceof AddressRefused || error instanceof MailboxUnusable) return error.message;
  const outer = fieldsOf(error);
  const inner = fieldsOf(innermost(error));
  const is = (pattern: RegExp) => pattern.test(outer.code) || pattern.test(inner.code);
  if (is(/^(?:ENOTFOUND|EAI_\w+|EDNS)$/)) return `The server name ${host} was not found. Check its spelling.`;
  if (outer.refusedSignIn)
    return `${host} refused the user name or the password. Many providers need an app password here.`;
  if (outer.noFolder) return `The folder ${folder ?? ''} is not there. Check its name.`;
  const certificate = certificateFault(is, host);
  if (certificate) return certificate;
  if (is(closed)) return `Nothing answers at ${host} on port ${port}. Check the port.`;
  if (is(notTls) || /wrong version number/i.test(inner.text))
    return `${host} does not speak TLS on port ${port} in this way. Switch "TLS from the start" ${secure ? 'off' : 'on'}, or check the port.`;
  if (is(slow) || /timeout/i.test(outer.text))
    return `${host} did not answer in time on port ${port}. Check the port, or try again later.`;
  if (/STARTTLS/i.test(outer.text) || outer.code === 'MissingServerExtension' || outer.code === 'ETLS')
    return `${host} offers no encryption on port ${port}. Use a port with TLS: without it the password would be readable on the way.`;
  if (is(/^(?:ECONNRESET|EPIPE|ESOCKET|EConnectionClosed|NoConnection|ClosedAfterConnect\w+|ECONNECTION)$/))
    return `${host} ended the connection on port ${port}. Check the port and whether TLS is used from the start.`;
  return `${host} answered: ${outer.text.slice(0, 250)}`;
}

function certificateFault(is: (pattern: RegExp) => boolean, host: string): string | null {
  if (is(selfSigned))
    return `The certificate of ${host} is self-signed or comes from an authority that is not trusted.`;
  if (is(/^ERR_TLS_CERT_ALTNAME_INVALID$/))
    return `The certificate belongs to another server than ${host}. Use the name that the provider gives.`;
  if (is(/^CERT_HAS_EXPIRED$/)) return `The certificate of ${host} has expired.`;
  if (is(/^CERT_NOT_YET_VALID$/)) return `The certificate of ${host} is not valid yet.`;
  if (is(/^(?:CERT_\w+|ERR_TLS_\w+)$/)) return `The certificate of ${host} could not be checked.`;
  return null;
}
