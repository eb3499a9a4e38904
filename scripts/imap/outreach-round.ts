import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Checks } from '../checks.ts';
import type { Store } from '../databases.ts';
import { HubClient } from '../hub-client.ts';
import type { TestMailServers } from '../mail-servers.ts';
import { builtServer, startReady } from '../node-process.ts';
import { ClientMailbox } from './client-mailbox.ts';
import { refusingSmtp } from './refusing-smtp.ts';
import { mail, settled } from './round-trip.ts';

const prospect = z.object({ id: z.string(), status: z.string(), suppressed: z.boolean() });
const emails = z.array(z.object({ state: z.string(), reason: z.string() }));
const postalAddress = '1 Test Street, Sydney NSW 2000';

/**
 * An email to a prospect through the tenant's own server: what arrives, what an answer does, what comes back from an
 * address that does not exist, and the way out with one click.
 */
export async function outreachRound(checks: Checks, store: Store, servers: TestMailServers): Promise<void> {
  checks.section(`An email to a prospect through Postfix and Dovecot, ${store.name}`);
  const { smtp, imap } = servers;
  if (smtp === null) {
    checks.skip('the email', 'postfix is not installed here');
    return;
  }
  const env = { ...store.env, NODE_EXTRA_CA_CERTS: imap.caFile, HUB_ALLOW_PRIVATE_HOSTS: '1' };
  const nowhere = await refusingSmtp();
  const { server } = await startReady(builtServer, env);
  try {
    const name = store.name.toLowerCase();
    const domain = `outreach-${name}.nowhere.example`;
    await servers.routeMail(domain, nowhere.port);
    const jane = new ClientMailbox(await servers.addUser(`${name}-prospect`), servers, smtp);
    const team = new ClientMailbox(await servers.addUser(`${name}-sender`), servers, smtp);
    const { token } = await new HubClient(server.url).signUp(`${name}-outreach`);
    const hub = new HubClient(server.url, token);
    const { address, mailAddress, password: secret } = team.user;
    await hub.call('PUT', '/api/tenant/integrations/email', {
      teamAddresses: [mailAddress],
      postalAddress,
      imap: { host: imap.host, port: imap.port, secure: true, user: address, mailbox: 'INBOX', secret },
      smtp: { ...smtp, secure: false, user: address, from: mailAddress, secret },
    });
    const id = await write(hub, 'Harbour Cafe', jane.user.mailAddress);
    const path = await arrives(checks, jane);
    await answered(checks, { hub, jane, team, id });
    await comesBack(checks, hub, `nobody@${domain}`);
    await wayOut(checks, hub, { url: server.url, path, id });
  } finally {
    await server.stop();
    nowhere.server.close();
  }
}

/** @returns the prospect's id */
async function write(hub: HubClient, businessName: string, to: string): Promise<string> {
  const made = await hub.call('POST', '/api/prospects', { businessName, contactEmail: to });
  const { id } = prospect.parse(await made.json());
  const content = `Hello ${businessName}, may I ask?`;
  await hub.call('POST', '/api/send-email', { prospectId: id, to, subject: 'A question', content });
  return id;
}

/** @returns the path of its way out */
async function arrives(checks: Checks, jane: ClientMailbox): Promise<string> {
  const [got] = await settled(
    () => jane.list('INBOX'),
    (list) => list.length > 0,
  );
  const link = /^List-Unsubscribe: <(\S+)>\r?$/im.exec(got?.raw ?? '')?.[1] ?? '';
  const text = (got?.raw ?? '').replaceAll(/=\r?\n/g, '');
  checks.check(
    'it arrives with the postal address and one way out, the same in header and text',
    link !== '' &&
      /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/im.test(got?.raw ?? '') &&
      text.includes(postalAddress) &&
      text.includes(`open: ${link}`),
    link || 'nothing came',
  );
  return link === '' ? '' : new URL(link).pathname;
}

interface Talk {
  hub: HubClient;
  jane: ClientMailbox;
  team: ClientMailbox;
  id: string;
}

async function answered(checks: Checks, { hub, jane, team, id }: Talk): Promise<void> {
  const [got] = await jane.list('INBOX');
  // A Date header has whole seconds (RFC 5322 section 3.3): an answer within the same one would stand before the email.
  await sleep(1500);
  const to = team.user.mailAddress;
  const headers = { Subject: 'Re: A question', 'In-Reply-To': `<${got?.messageId}>` };
  const own = { From: `Jane <${jane.user.mailAddress}>`, To: to, 'Message-ID': '<yes@jane.example>' };
  await jane.send(to, mail({ ...own, ...headers }, 'Yes, please.'));
  const { items } = await settled(
    () => hub.leads(),
    ({ total }) => total === 1,
  );
  const talk = await hub.correspondence(items[0]?.thread_id ?? 'none');
  const row = await read(hub, id);
  checks.check(
    'the answer makes the prospect respond, and a lead with our email and the answer',
    row.status === 'responded' && talk.length === 2 && talk[0]?.externalId === got?.messageId,
    `${row.status}, ${talk.length} messages`,
  );
}

async function read(hub: HubClient, id: string): Promise<z.infer<typeof prospect>> {
  return prospect.parse(await (await hub.call('GET', `/api/prospects/${id}`)).json());
}

async function comesBack(checks: Checks, hub: HubClient, nobody: string): Promise<void> {
  const id = await write(hub, 'Nobody', nobody);
  const list = async () => emails.parse(await (await hub.call('GET', `/api/prospects/${id}/emails`)).json());
  const [email] = await settled(list, ([first]) => first?.state === 'bounced');
  const row = await read(hub, id);
  const { total } = await hub.leads();
  checks.check(
    'one that Postfix could not deliver is bounced, its address stopped, and makes no lead',
    email?.state === 'bounced' && row.suppressed && total === 1,
    email?.reason ?? 'no email',
  );
}

async function wayOut(
  checks: Checks,
  hub: HubClient,
  { url, path, id }: { url: string; path: string; id: string },
): Promise<void> {
  await fetch(`${url}${path}`);
  const before = await read(hub, id);
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'manual',
  });
  const after = await read(hub, id);
  checks.check(
    'opening the way out changes nothing; the post of a mail program stops the address at once',
    !before.suppressed && answer.status === 200 && after.suppressed,
    `${answer.status}`,
  );
}
