import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MailboxReport, mailboxReport } from '../../src/features/mailbox/contract.ts';
import type { Checks } from '../checks.ts';
import type { Store } from '../databases.ts';
import { HubClient } from '../hub-client.ts';
import type { TestMailServers } from '../mail-servers.ts';
import { builtServer, freePort, NodeProcess } from '../node-process.ts';
import { Sender } from './sender.ts';

interface Size {
  messages: number;
  kills: number;
  outageMs: number;
}

/** Growth of the process over the second half of the messages, megabytes. */
const memoryLimit = 20;
const judgedFrom = 5_000;
/** The slowest rate at which messages must come in, for the time that is waited, milliseconds for one. */
const slowMs = 60;

/** Resident memory of a process in megabytes. */
function residentMegabytes(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(line) / 1024;
}

/** A tenant with a mailbox, as its owner sees it. */
class Account {
  readonly sender: Sender;
  client: HubClient;
  readonly #token: string;
  readonly organizationId: string;

  constructor(url: string, tenant: { token: string; organizationId: string }, sender: Sender) {
    this.client = new HubClient(url, tenant.token);
    this.#token = tenant.token;
    this.organizationId = tenant.organizationId;
    this.sender = sender;
  }

  at(url: string): void {
    this.client = new HubClient(url, this.#token);
  }

  async report(): Promise<MailboxReport> {
    return mailboxReport.parse(await (await this.client.call('GET', '/api/tenant/mailbox')).json());
  }

  /** Waits for a state of the mailbox. @returns the last one seen */
  async until(good: (report: MailboxReport) => boolean, limitMs: number): Promise<MailboxReport> {
    const end = performance.now() + limitMs;
    for (;;) {
      const report = await this.report();
      if (good(report) || performance.now() > end) return report;
      await sleep(100);
    }
  }

  async all(limitMs: number): Promise<MailboxReport> {
    const { sent } = this.sender;
    return this.until(
      ({ inHub, state, total }) => inHub === sent && total === sent && state === 'connected',
      limitMs,
    );
  }
}

export async function followMailbox(
  checks: Checks,
  store: Store,
  servers: TestMailServers,
  { messages, kills, outageMs }: Size,
): Promise<void> {
  checks.section(`A mailbox of ${messages} messages, ${store.name}`);
  const port = await freePort();
  const env = { ...store.env, NODE_EXTRA_CA_CERTS: servers.imap.caFile, HUB_ALLOW_PRIVATE_HOSTS: '1' };
  let server = new NodeProcess(builtServer, port, env);
  try {
    await server.ready();
    const name = store.name.toLowerCase();
    const [main, other] = [
      await connect(server.url, servers, `${name}-main`),
      await connect(server.url, servers, `${name}-other`),
    ];
    const half = messages / 2;
    await main.sender.send(half);
    await other.sender.send(messages / 10);
    for (let kill = 1; kill <= kills; kill += 1) {
      // A lease of a killed process ends within 45 seconds; nothing is read before.
      await main.until(({ inHub }) => inHub >= (half * kill) / (kills + 1), half * slowMs + 60_000);
      await server.kill();
      server = new NodeProcess(builtServer, port, env);
      await server.ready();
      for (const one of [main, other]) one.at(server.url);
    }
    const first = await main.all(half * slowMs + 60_000);
    checks.check(
      `all ${half} are there after ${kills} kills in between`,
      first.inHub === half && first.total === half,
      `${first.inHub} of ${first.total}, ${first.state}`,
    );
    await other.all(60_000);
    const before = residentMegabytes(server.pid);
    const began = performance.now();
    await main.sender.send(half);
    const second = await main.all(half * slowMs + 60_000);
    const seconds = (performance.now() - began) / 1000;
    checks.check(
      `all ${messages} are there`,
      second.inHub === messages && second.total === messages,
      `${second.inHub} of ${second.total}; the second half in ${seconds.toFixed(1)} s`,
    );
    const grown = residentMegabytes(server.pid) - before;
    const growth = `${grown.toFixed(1)} MB, from ${before.toFixed(0)} MB`;
    // A process that has just started still grows into its work: a few hundred messages say nothing.
    if (half < judgedFrom) checks.note(`memory over the last ${half}: ${growth}`);
    else
      checks.check(
        `memory over the last ${half} grows less than ${memoryLimit} MB`,
        grown < memoryLimit,
        growth,
      );
    // The short form runs on machines that do other work too; without word from the server a look comes after 40 seconds.
    await liveMail(checks, main, half < judgedFrom ? 20_000 : 5_000);
    await newUids(checks, main, servers, messages);
    await outage(checks, main, servers, outageMs);
    await compared(checks, main);
    await server.stop();
    await inTables(checks, store, [main, other]);
  } catch (error) {
    checks.check('the round goes to its end', false, `${String(error)} ${server.stderr.trim()}`);
  } finally {
    await server.kill();
  }
}

async function connect(url: string, servers: TestMailServers, slug: string): Promise<Account> {
  const user = await servers.addUser(slug);
  const tenant = await new HubClient(url).signUp(slug);
  const account = new Account(url, tenant, await Sender.to(user, servers.imap));
  const { host, port } = servers.imap;
  await account.client.call('PUT', '/api/tenant/integrations/email', {
    teamAddresses: [],
    postalAddress: '',
    imap: { host, port, secure: true, user: user.address, mailbox: 'INBOX', secret: user.password },
  });
  return account;
}

async function liveMail(checks: Checks, account: Account, limitMs: number): Promise<void> {
  const began = performance.now();
  await account.sender.send(1);
  await account.all(60_000);
  const ms = performance.now() - began;
  checks.check(`new mail is there within ${limitMs / 1000} s`, ms < limitMs, `${Math.round(ms)} ms`);
}

async function newUids(
  checks: Checks,
  account: Account,
  servers: TestMailServers,
  messages: number,
): Promise<void> {
  await servers.pause();
  await servers.changeUidValidity(account.sender.user);
  await servers.resume();
  await account.sender.send(1);
  const report = await account.all(messages * slowMs + 60_000);
  const { sent } = account.sender;
  checks.check(
    'new UIDs (UIDVALIDITY) make no doubles and lose nothing',
    report.inHub === sent && report.total === sent,
    `${report.inHub} of ${report.total}`,
  );
}

async function outage(
  checks: Checks,
  account: Account,
  servers: TestMailServers,
  outageMs: number,
): Promise<void> {
  await servers.pause();
  await account.sender.send(20);
  const failed = await account.until(({ state }) => state === 'failed', 90_000);
  checks.check('an outage is said in words', failed.lastError !== null, failed.lastError ?? failed.state);
  await sleep(outageMs);
  await servers.resume();
  const began = performance.now();
  const report = await account.all(180_000);
  checks.check(
    `mail of an outage of ${outageMs / 1000} s is there afterwards`,
    report.inHub === account.sender.sent,
    `${report.inHub} of ${report.total}, ${((performance.now() - began) / 1000).toFixed(1)} s after its end`,
  );
}

async function compared(checks: Checks, account: Account): Promise<void> {
  await account.client.call('POST', '/api/tenant/mailbox/check', {});
  const report = await account.until(
    ({ checking, lastCheckAt }) => !checking && lastCheckAt !== null,
    120_000,
  );
  const { sent } = account.sender;
  checks.check(
    'the comparison with the server finds no gap',
    report.inHub === sent && report.total === sent && report.recovered === 0 && report.gaps.length === 0,
    `${report.inHub} of ${report.total}, ${report.recovered} fetched again, ${report.gaps.length} gaps`,
  );
}

/** What the tables say, past every reading of them. */
async function inTables(checks: Checks, store: Store, accounts: readonly Account[]): Promise<void> {
  await store.look(async (query) => {
    for (const { organizationId, sender } of accounts) {
      const { rows } = await query(
        `select (select count(*)::int from messages where organization_id = '${organizationId}') as stored,
           (select count(distinct message_id)::int from messages where organization_id = '${organizationId}') as ids,
           (select count(*)::int from messages where organization_id = '${organizationId}'
             and message_id not like '${sender.mark}-%') as foreign_ones,
           (select count(*)::int from mailbox_ledger where organization_id = '${organizationId}'
             and state in ('stored', 'duplicate')) as ledger`,
      );
      const { stored, ids, foreign_ones: foreign, ledger } = rows[0] ?? {};
      const { sent } = sender;
      checks.check(
        `${sender.mark}: each message once, none of another tenant, the ledger agrees`,
        stored === sent && ids === sent && foreign === 0 && ledger === sent,
        `${String(stored)} stored of ${sent}, ${String(foreign)} of others, ${String(ledger)} in the ledger`,
      );
    }
  });
}
