import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { startWebhookSink } from '../../src/server/testing/social-platforms/webhook-sink.ts';
import { type Checks, each, until } from '../checks.ts';
import type { Store } from '../databases.ts';
import { HubClient } from '../hub-client.ts';
import { builtServer, freePort, NodeProcess } from '../node-process.ts';

const post = z.object({ id: z.string(), state: z.string() });
const limitMs = 20_000;
/** How many are due at once, so that a kill meets posts in every state. */
const postsEach = 12;

/**
 * Kills the built server while posts are on their way: what the other side was given and has not confirmed is unknown
 * and never sent again by itself; what had not left goes out, once.
 */
export async function publishKills(
  checks: Checks,
  store: Store,
  { rounds }: { rounds: number },
): Promise<void> {
  checks.section(`The server killed while posts are on their way, ${store.name}`);
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const sink = await startWebhookSink(secret);
  const env = { ...store.env, HUB_ALLOW_PRIVATE_HOSTS: '1' };
  const port = await freePort();
  const start = async () => {
    const one = new NodeProcess(builtServer, port, env);
    await one.ready();
    return one;
  };
  let server = await start();
  try {
    const tenant = await new HubClient(server.url).signUp('publishkills');
    const client = new HubClient(server.url, tenant.token);
    await client.call('PUT', '/api/tenant/integrations/social', {
      mode: 'webhook',
      webhookUrl: sink.url,
      webhookSecret: secret,
    });
    for (let round = 1; round <= rounds; round += 1) {
      const before = sink.deliveries.length;
      // The first few hang after they were handed over; the kill comes while they do.
      const hanging = 4;
      sink.script(...Array.from({ length: hanging }, () => ({ do: 'hang' as const })));
      const scheduledFor = new Date(Date.now() + 2000).toISOString();
      const ids: string[] = [];
      await each(Array.from({ length: postsEach }).keys(), 4, async (index) => {
        const made = await client.call('POST', '/api/social-posts', {
          platform: 'linkedin',
          content: `Round ${round}, post ${index}`,
          scheduledFor,
        });
        ids.push(post.parse(await made.json()).id);
      });
      const handedOver = await until(() => sink.deliveries.length >= before + hanging, limitMs);
      const given = new Set(
        sink.deliveries.slice(before, before + hanging).map(({ data }) => String(data.postId)),
      );
      await server.kill();
      // The claim of a try that died counts as lost after 90 s: the round does not wait for it.
      await store.look((query) =>
        query(
          `update social_posts set claimed_at = claimed_at - interval '2 minutes' where state = 'sending'`,
        ),
      );
      server = await start();
      const states = await settled(client, ids, limitMs);
      const wrong = ids.filter((id) => {
        const wanted = given.has(id) ? ['unknown', 'published'] : ['published', 'unknown', 'scheduled'];
        return !wanted.includes(states.get(id) ?? 'gone');
      });
      const hung = [...given].filter((id) => states.get(id) !== 'unknown');
      checks.check(
        `kill ${round} of ${rounds}: what was handed over is unknown, the others are out or wait`,
        handedOver && wrong.length === 0 && hung.length === 0,
        count([...states.values()]),
      );
    }
    const events = sink.deliveries.map(({ id }) => id);
    checks.check(
      'no post was given to the other side twice',
      new Set(events).size === events.length,
      `${events.length} messages, ${new Set(events).size} events`,
    );
  } finally {
    await server.kill();
    await sink.stop();
  }
}

/** States of posts when none is on its way any more, or the time is over. */
async function settled(client: HubClient, ids: readonly string[], ms: number): Promise<Map<string, string>> {
  const end = performance.now() + ms;
  for (;;) {
    const states = new Map<string, string>();
    for (const id of ids) {
      const found = post.parse(await (await client.call('GET', `/api/social-posts/${id}`)).json());
      states.set(id, found.state);
    }
    const open = [...states.values()].filter((state) => state === 'sending' || state === 'scheduled');
    if (open.length === 0 || performance.now() > end) return states;
    await until(() => false, 200);
  }
}

function count(states: readonly string[]): string {
  return [...new Set(states)]
    .map((state) => `${states.filter((one) => one === state).length} ${state}`)
    .join(', ');
}
