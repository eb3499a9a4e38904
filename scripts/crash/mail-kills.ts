import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Checks, until } from '../checks.ts';
import type { Store } from '../databases.ts';
import { HubClient } from '../hub-client.ts';
import { builtServer, freePort, NodeProcess } from '../node-process.ts';
import { StallingSmtp } from './stalling-smtp.ts';

const made = z.object({ thread_id: z.string() });
const deliveryLimitMs = 20_000;
/** Longer than the sweep that runs every minute, which would send again what it takes for waiting. */
const sweepMs = 65_000;

/**
 * Kills the built server when a mail server has all of a mail and has not said so: that mail is never sent again by
 * itself and becomes unconfirmed; at the start where only one process can run, after 15 minutes where others may have it
 * in hand. Mail that only waited leaves once.
 */
export async function mailKills(
  checks: Checks,
  store: Store,
  { rounds, waits }: { rounds: number; waits: boolean },
): Promise<void> {
  checks.section(`The server killed between handing a mail over and writing it down, ${store.name}`);
  const smtp = await StallingSmtp.start();
  const port = await freePort();
  const env = {
    ...store.env,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'hub@hub.example',
    HUB_ALLOW_PRIVATE_HOSTS: '1',
  };
  const start = async () => {
    const one = new NodeProcess(builtServer, port, env);
    await one.ready();
    return one;
  };
  let server = await start();
  try {
    const tenant = await new HubClient(server.url).signUp('mailkills');
    const client = new HubClient(server.url, tenant.token);
    const lead = await client.call('POST', '/api/leads', {
      name: 'Jane',
      contact_email: 'jane@client.example',
    });
    const { thread_id: threadId } = made.parse(await lead.json());
    const reply = (content: string, undoSeconds = 0) =>
      client.call('POST', `/api/leads/${threadId}/reply`, { content, undoSeconds });
    for (let round = 1; round <= rounds; round += 1) {
      smtp.stalls = true;
      const before = smtp.taken.length;
      await (await reply(`Answer ${round}`)).arrayBuffer();
      const handedOver = await until(() => smtp.taken.length > before, deliveryLimitMs);
      // Given to the hub, and its time has not come when it dies.
      await (await reply(`Later ${round}`, 2)).arrayBuffer();
      await server.kill();
      smtp.stalls = false;
      server = await start();
      const left = await until(() => smtp.taken.length === before + 2, deliveryLimitMs + sweepMs);
      const wanted = `${round} ${store.shared ? 'sending' : 'unconfirmed'}, ${round} sent`;
      const states = await settled(client, threadId, wanted, deliveryLimitMs);
      const confirmed = smtp.taken.slice(before).map((one) => one.confirmed);
      checks.check(
        `kill ${round} of ${rounds}: the mail in hand stays, the waiting one left once`,
        handedOver && left && states === wanted && String(confirmed) === 'false,true',
        `${states}; the mail server was given ${confirmed.length} mails`,
      );
    }
    if (store.shared) {
      await store.look((query) =>
        query(
          `update outgoing_mail set claimed_at = claimed_at - interval '16 minutes' where state = 'sending'`,
        ),
      );
      const wanted = `${rounds} unconfirmed, ${rounds} sent`;
      const states = await settled(client, threadId, wanted, sweepMs + deliveryLimitMs);
      checks.check(
        'what no process has had in hand for 15 minutes is unconfirmed',
        states === wanted,
        states,
      );
    } else if (waits) await sleep(sweepMs);
    const ids = smtp.taken.map(({ messageId }) => messageId);
    checks.check(
      'no mail reached the mail server twice',
      ids.length === rounds * 2 && new Set(ids).size === ids.length,
      `${ids.length} mails, ${new Set(ids).size} Message-IDs${waits && !store.shared ? `, looked at ${sweepMs / 1000} s after the last start` : ''}`,
    );
  } finally {
    await server.kill();
    smtp.stop();
  }
}

/** How many mails are in which state, when that is what is wanted or the time is over. */
async function settled(
  client: HubClient,
  threadId: string,
  wanted: string,
  limitMs: number,
): Promise<string> {
  const end = performance.now() + limitMs;
  for (;;) {
    const states = (await client.correspondence(threadId)).map(({ delivery }) => delivery ?? 'none');
    const counted = [...new Set(states)]
      .toSorted((a, b) => Number(a === 'sent') - Number(b === 'sent'))
      .map((state) => `${states.filter((one) => one === state).length} ${state}`)
      .join(', ');
    if (counted === wanted || performance.now() > end) return counted;
    await sleep(50);
  }
}
