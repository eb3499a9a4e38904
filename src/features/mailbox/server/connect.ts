import { isIP } from 'node:net';
import type { ImapFlow } from 'imapflow';
import type { ImapAccount } from '#features/organization/server/public.ts';
import { resolveGuarded } from '#server/integrations/guarded-address.ts';

const connectTimeoutMs = 10_000;
/** Silence on a connection, also while nothing happens, after which it counts as lost. IDLE is renewed within it. */
const socketTimeoutMs = 90_000;
const idleMs = 45_000;
/** More than the largest message that is taken (35 MB), so that a server cannot fill the memory. */
const literalBytes = 40 * 1024 * 1024;

/**
 * Opens a connection to a mailbox and signs in. TLS is required and certificates are checked. The caller closes it.
 * @throws what the server or the network said (see server-fault.ts); AddressRefused for a private address
 */
export async function connectImap(account: ImapAccount, allowPrivate: boolean): Promise<ImapFlow> {
  const address = await resolveGuarded(account.host, allowPrivate);
  // Large, and not needed where no mailbox is connected.
  const { ImapFlow: Client } = await import('imapflow');
  const client = new Client({
    host: address,
    port: account.port,
    secure: account.secure,
    ...(account.secure ? {} : { doSTARTTLS: true }),
    ...(isIP(account.host) ? {} : { servername: account.host }),
    auth: { user: account.user, pass: account.password ?? '' },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: socketTimeoutMs,
    maxIdleTime: idleMs,
    maxLiteralSize: literalBytes,
    maxResponseSize: literalBytes * 2,
    clientInfo: { name: 'AI Hub' },
  });
  // Without a listener an error of an idle connection would end the process; `close` tells the reader of it.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    client.close();
    throw error;
  }
  return client;
}
