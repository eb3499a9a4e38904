import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Checks, until } from '../checks.ts';
import type { Store } from '../databases.ts';
import { HubClient } from '../hub-client.ts';
import { builtServer, freePort, NodeProcess } from '../node-process.ts';
import { StallingSmtp, type TakenMail } from './stalling-smtp.ts';

const made = z.object({ id: z.string() });
const taken = z.object({ taken: z.number() });
const listed = z.object({ counts: z.record(z.string(), z.number()) });
/** What every mail to a prospect carries (RFC 8058, RFC 5322). */
const needed = ['from', 'to', 'date', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post'];
/** Longer than all mails take on a loaded machine. */
const limitMs = 1_800_000;
/** The mail server confirms after this, so that a kill meets mails in hand. */
const delayMs = 15;

/**
 * Kills the built server, one of two where the database is shared, while a sequence sends: every mail leaves at most once,
 * none is lost, and what was in hand is shown as unconfirmed. Before that: caps hold with all processes, and closed hours.
 */
export async function outreachKills(
  checks: Checks,
  store: Store,
  { mails, kills }: { mails: number; kills: number },
): Promise<void> {
  checks.section(`The server killed while a sequence sends ${mails} mails, ${store.name}`);
  const smtp = await StallingSmtp.start();
  smtp.stalls = false;
  smtp.delayMs = delayMs;
  const env = {
    ...store.env,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'hub@hub.example',
    HUB_ALLOW_PRIVATE_HOSTS: '1',
  };
  const ports = await Promise.all(Array.from({ length: store.shared ? 2 : 1 }, () => freePort()));
  const start = async (port: number) => {
    const one = new NodeProcess(builtServer, port, env);
    await one.ready();
    return one;
  };
  const servers: NodeProcess[] = [];
  for (const port of ports) servers.push(await start(port));
  const [first] = servers;
  if (!first) throw new Error('No server was started.');
  try {
    const tenant = await new HubClient(first.url).signUp('outreachkills');
    const client = new HubClient(first.url, tenant.token);
    const settings = (change: object) => client.call('PUT', '/api/outreach-settings', change);
    await client.call('PUT', '/api/tenant/integrations/email', {
      teamAddresses: [],
      postalAddress: '1 Test St, Sydney NSW 2000',
    });
    await importProspects(first.url, tenant.token, mails);
    const steps = [{ waitDays: 0, writing: 'template', subject: 'Hello', content: 'For {{businessName}}.' }];
    const { id } = made.parse(
      await (await client.call('POST', '/api/outreach-sequences', { name: 'Kills', steps })).json(),
    );
    const cap = Math.floor(mails / 10);
    await settings({ hourlyCap: cap, spread: false });
    await client.call('POST', `/api/outreach-sequences/${id}/state`, { state: 'active' });
    const enrolled = await client.call('POST', `/api/outreach-sequences/${id}/enrolments`, {
      selection: { filter: {} },
    });
    checks.check('all prospects were taken', taken.parse(await enrolled.json()).taken === mails, `${mails}`);

    await until(() => smtp.taken.length >= cap, limitMs);
    await sleep(4000);
    const hourTurned = new Date().getMinutes() === 0;
    checks.check(
      `the cap of ${cap} an hour holds with ${servers.length} processes`,
      smtp.taken.length === cap || (hourTurned && smtp.taken.length <= cap * 2),
      `${smtp.taken.length} mails left`,
    );
    await settings({ hourlyCap: null, window: closedWindow() });
    const before = smtp.taken.length;
    await sleep(20_000);
    checks.check(
      'nothing leaves in closed hours',
      smtp.taken.length === before,
      `${before} mails before and after`,
    );
    await settings({ window: null });
    const began = performance.now();

    for (let kill = 1; kill <= kills; kill += 1) {
      const goal = smtp.taken.length + Math.floor(((mails - cap) / (kills + 1)) * 0.9);
      await until(() => smtp.taken.length >= Math.min(goal, mails), limitMs);
      await sleep(Math.random() * 200);
      const index = kill % servers.length;
      const victim = servers[index];
      const port = ports[index];
      if (!victim || port === undefined) throw new Error('There is no server to kill.');
      await victim.kill();
      servers[index] = await start(port);
    }
    await finished(client, store, mails);
    const seconds = (performance.now() - began) / 1000;
    await Promise.all(servers.map((one) => one.kill()));
    const emails = await store.look(async (query) => {
      const { rows } = await query('select recipient, state from outreach_emails');
      return z.array(email).parse(rows);
    });
    judge(checks, smtp.taken, emails, { mails, seconds, kills });
  } finally {
    await Promise.all(servers.map((one) => one.kill()));
    smtp.stop();
  }
}

/** Hours that are closed for the next days, wherever the recipient lives. */
function closedWindow() {
  const later = new Date(Date.now() + 3 * 86_400_000);
  return { days: [later.getUTCDay() || 7], from: '09:00', to: '10:00' };
}

/** Businesses of a country that asks for no consent, so that all may be written to. */
async function importProspects(url: string, token: string, count: number): Promise<void> {
  const rows = Array.from(
    { length: count },
    (_, index) => `Biz ${index},"${index} Main St, Austin, TX 78701",biz${index}@client${index}.example`,
  );
  const body = new FormData();
  const file = new Blob([`Business Name,Address,Contact Email\n${rows.join('\n')}\n`], { type: 'text/csv' });
  body.append('csvFile', file, 'kills.csv');
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/prospects/import-csv`, { method: 'POST', headers, body });
  const { success } = z.object({ success: z.number() }).parse(await response.json());
  if (success !== count) throw new Error(`${success} of ${count} prospects were imported.`);
}

const email = z.object({ recipient: z.string(), state: z.string() });
type Email = z.infer<typeof email>;

/** Waits until no mail is on its way any more: what a dead process had in hand counts as lost after 15 minutes. */
async function finished(client: HubClient, store: Store, mails: number): Promise<void> {
  const active = async () => {
    const answer = await client.call('GET', '/api/outreach-sequences');
    const [sequence] = z.array(listed).parse(await answer.json());
    return sequence?.counts.active ?? mails;
  };
  const end = performance.now() + limitMs;
  while ((await active()) > 0 && performance.now() < end) await sleep(500);
  if (!store.shared) return;
  const open = () =>
    store.look(async (query) => {
      await query(
        `update outgoing_mail set claimed_at = claimed_at - interval '16 minutes' where state = 'sending' and claimed_at > now() - interval '15 minutes'`,
      );
      const { rows } = await query(
        `select count(*)::int as open from outgoing_mail where purpose = 'outreach' and state in ('queued', 'sending')`,
      );
      return Number(rows[0]?.open);
    });
  await sleep(5000);
  while ((await open()) > 0 && performance.now() < end) await sleep(2000);
}

function judge(
  checks: Checks,
  given: readonly TakenMail[],
  emails: readonly Email[],
  { mails, seconds, kills }: { mails: number; seconds: number; kills: number },
): void {
  const byAddress = new Map<string, number>();
  for (const { to } of given) byAddress.set(to, (byAddress.get(to) ?? 0) + 1);
  const twice = [...byAddress].filter(([, times]) => times > 1);
  checks.check(
    `no prospect got a mail twice in ${kills} kills`,
    twice.length === 0,
    `${given.length} mails to ${byAddress.size} addresses`,
  );
  const states = new Map<string, number>();
  for (const { state } of emails) states.set(state, (states.get(state) ?? 0) + 1);
  const lost = emails.filter(({ state, recipient }) => state === 'sent' && !byAddress.has(recipient));
  const odd = emails.filter(({ state }) => state !== 'sent' && state !== 'unconfirmed');
  checks.check(
    'every prospect has its mail, sent or shown as unconfirmed',
    emails.length === mails && lost.length === 0 && odd.length === 0,
    `${[...states].map(([state, count]) => `${count} ${state}`).join(', ')} of ${mails}; ${seconds.toFixed(0)} s`,
  );
  const silent = emails.filter(
    ({ state, recipient }) => state === 'unconfirmed' && !byAddress.has(recipient),
  );
  checks.check(
    'unconfirmed are only those that were in hand when a process died',
    emails.filter(({ state }) => state === 'unconfirmed').length <= kills * 64,
    `${silent.length} of them reached the mail server in no part that counts`,
  );
  const bare = given.filter(({ headers }) => needed.some((name) => !headers.has(name)));
  checks.check(
    `every mail carries ${needed.join(', ')}`,
    bare.length === 0,
    `${given.length - bare.length} of ${given.length}`,
  );
}
