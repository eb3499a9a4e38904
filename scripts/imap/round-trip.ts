import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Checks } from '../checks.ts';
import type { Store } from '../databases.ts';
import { HubClient } from '../hub-client.ts';
import type { TestMailServers } from '../mail-servers.ts';
import { builtServer, startReady } from '../node-process.ts';
import { ClientMailbox } from './client-mailbox.ts';
import { refusingSmtp } from './refusing-smtp.ts';

const waitMs = 30_000;
const delivery = z.object({ messageId: z.string(), state: z.string(), reason: z.string() });

/** Waits until a value is the wanted one. @returns the last one seen */
export async function settled<Value>(
  read: () => Promise<Value>,
  good: (value: Value) => boolean,
): Promise<Value> {
  const end = performance.now() + waitMs;
  for (;;) {
    const value = await read();
    if (good(value) || performance.now() > end) return value;
    await sleep(200);
  }
}

/** A mail as a mail program writes it. */
export function mail(headers: Record<string, string>, text: string): string {
  const lines = Object.entries({ ...headers, Date: new Date().toUTCString() });
  return [...lines.map(([name, value]) => `${name}: ${value}`), '', text, ''].join('\r\n');
}

/**
 * A client writes, the hub answers through the tenant's own server, the client answers back in every way that mail
 * programs have: what ends where, on real servers. A mail that cannot be delivered comes back as that server reports it.
 */
export async function roundTrip(checks: Checks, store: Store, servers: TestMailServers): Promise<void> {
  checks.section(`A conversation through Postfix and Dovecot, ${store.name}`);
  const { smtp } = servers;
  if (smtp === null) {
    checks.skip('the conversation', 'postfix is not installed here');
    return;
  }
  const env = { ...store.env, NODE_EXTRA_CA_CERTS: servers.imap.caFile, HUB_ALLOW_PRIVATE_HOSTS: '1' };
  const nowhere = await refusingSmtp();
  const { server } = await startReady(builtServer, env);
  try {
    const domain = `${store.name.toLowerCase()}.nowhere.example`;
    await servers.routeMail(domain, nowhere.port);
    const name = store.name.toLowerCase();
    const jane = new ClientMailbox(await servers.addUser(`${name}-jane`), servers, smtp);
    const team = new ClientMailbox(await servers.addUser(`${name}-team`), servers, smtp);
    const { token } = await new HubClient(server.url).signUp(`${name}-talk`);
    const talk = new Talk(checks, new HubClient(server.url, token), jane, team);
    await talk.connect(servers, smtp);
    const threadId = await talk.firstMail();
    const ours = await talk.reply(threadId);
    await talk.answers(threadId, ours);
    await talk.comesBack(threadId, `nobody@${domain}`);
  } finally {
    await server.stop();
    nowhere.server.close();
  }
}

class Talk {
  readonly #checks: Checks;
  readonly #hub: HubClient;
  readonly #jane: ClientMailbox;
  readonly #team: ClientMailbox;

  constructor(checks: Checks, hub: HubClient, jane: ClientMailbox, team: ClientMailbox) {
    this.#checks = checks;
    this.#hub = hub;
    this.#jane = jane;
    this.#team = team;
  }

  async connect({ imap }: TestMailServers, smtp: NonNullable<TestMailServers['smtp']>): Promise<void> {
    const { address, mailAddress, password: secret } = this.#team.user;
    await this.#hub.call('PUT', '/api/tenant/integrations/email', {
      teamAddresses: [mailAddress],
      postalAddress: '',
      imap: { host: imap.host, port: imap.port, secure: true, user: address, mailbox: 'INBOX', secret },
      smtp: { ...smtp, secure: false, user: address, from: mailAddress, secret },
    });
  }

  #write(headers: Record<string, string>, text: string): Promise<void> {
    const to = this.#team.user.mailAddress;
    const from = `Jane Doe <${this.#jane.user.mailAddress}>`;
    return this.#jane.send(to, mail({ From: from, To: to, ...headers }, text));
  }

  /** @returns the thread of the lead that it makes */
  async firstMail(): Promise<string> {
    await this.#write({ Subject: 'Billboard', 'Message-ID': '<first@jane.example>' }, 'What does it cost?');
    const { items } = await settled(
      () => this.#hub.leads(),
      ({ total }) => total === 1,
    );
    this.#checks.check('a mail through Postfix becomes a lead', items.length === 1, items[0]?.name ?? 'none');
    return items[0]?.thread_id ?? '';
  }

  /** @returns the Message-ID under which it reached the client */
  async reply(threadId: string): Promise<string> {
    await this.#hub.call('POST', `/api/leads/${threadId}/reply`, { content: 'Two thousand a month.' });
    const [got] = await settled(
      () => this.#jane.list('INBOX'),
      (list) => list.length > 0,
    );
    this.#checks.check(
      'the reply, sent over STARTTLS and signed in, lands in the client’s mailbox as an answer',
      got !== undefined &&
        /^In-Reply-To: <first@jane\.example>/im.test(got.raw) &&
        /^References: <first@jane\.example>/im.test(got.raw) &&
        got.raw.includes('Two thousand a month.'),
      got?.messageId ?? 'nothing came',
    );
    const states = await settled(
      () => this.#hub.correspondence(threadId),
      (items) => items.at(-1)?.delivery === 'sent',
    );
    const sent = await settled(
      () => this.#team.list('Sent'),
      (list) => list.length > 0,
    );
    // What is copied there is read again from there: it must neither be copied nor stored once more.
    await sleep(3000);
    const again = await this.#team.list('Sent');
    const items = await this.#hub.correspondence(threadId);
    this.#checks.check(
      'the Sent folder of the tenant and the conversation hold it once',
      sent[0]?.messageId === got?.messageId &&
        again.length === 1 &&
        items.length === 2 &&
        states.length === 2,
      `${again.length} in Sent, ${items.length} messages in the thread`,
    );
    return got?.messageId ?? '';
  }

  /** By contract section 6: headers first, then subject and person; without either it is another conversation. */
  async answers(threadId: string, ours: string): Promise<void> {
    const parent = { 'In-Reply-To': `<${ours}>` };
    const references = { References: `<first@jane.example> <${ours}>` };
    const other = { From: 'Jane at home <jane@private.example>' };
    const stranger = { From: 'Joe <joe@private.example>' };
    const same = { Subject: 'Re: Billboard' };
    const cases: { what: string; headers: Record<string, string>; here: boolean }[] = [
      { what: 'References and In-Reply-To', headers: { ...same, ...parent, ...references }, here: true },
      { what: 'In-Reply-To alone', headers: { ...same, ...parent }, here: true },
      { what: 'References alone', headers: { ...same, ...references }, here: true },
      { what: 'headers from another address', headers: { ...same, ...parent, ...other }, here: true },
      { what: 'headers under another subject', headers: { Subject: 'Quite new', ...parent }, here: true },
      { what: 'the subject alone', headers: { Subject: 'AW: Billboard' }, here: true },
      { what: 'neither headers nor subject', headers: { Subject: 'Second question' }, here: false },
      { what: 'the subject alone from a stranger', headers: { ...same, ...stranger }, here: false },
    ];
    const idOf = (index: number) => `answer${index}@jane.example`;
    for (const [index, { headers }] of cases.entries())
      await this.#write({ ...headers, 'Message-ID': `<${idOf(index)}>` }, `Answer ${index}.`);
    const { total } = await settled(
      () => this.#hub.leads(),
      (list) => list.total === 3,
    );
    const expected = 2 + cases.filter(({ here }) => here).length;
    const items = await settled(
      () => this.#hub.correspondence(threadId),
      (list) => list.length === expected,
    );
    const ids = new Set(items.map(({ externalId }) => externalId));
    for (const [index, { what, here }] of cases.entries())
      this.#checks.check(
        `an answer with ${what} is in ${here ? 'the same' : 'a new'} conversation`,
        ids.has(idOf(index)) === here,
      );
    this.#checks.check('there is one lead for each conversation', total === 3, `${total} leads`);
  }

  /** Postfix takes it, cannot deliver it, and reports to the sender's mailbox. */
  async comesBack(threadId: string, nobody: string): Promise<void> {
    await this.#hub.call('POST', `/api/leads/${threadId}/reply`, {
      content: 'To nobody.',
      to: [nobody],
    });
    const read = async () => {
      const answer = await this.#hub.call('GET', `/api/leads/${threadId}/deliveries`);
      return z.array(delivery).parse(await answer.json());
    };
    const deliveries = await settled(read, (list) => list.some(({ state }) => state === 'bounced'));
    const bounced = deliveries.filter(({ state }) => state === 'bounced');
    const items = await this.#hub.correspondence(threadId);
    const report = items.find(({ sender }) => /mailer-daemon/i.test(sender));
    this.#checks.check(
      'a mail that Postfix could not deliver is bounced, its report lies in the conversation',
      bounced.length === 1 && report?.parentMessageId === bounced[0]?.messageId && !report?.isFromLead,
      bounced[0]?.reason ?? `states: ${deliveries.map(({ state }) => state).join(', ')}`,
    );
    const { total } = await this.#hub.leads();
    this.#checks.check('the report makes no lead', total === 3, `${total} leads`);
  }
}
