import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startWebhookSink } from '../../src/server/testing/social-platforms/webhook-sink.ts';
import { type Checks, each, quantile, until } from '../checks.ts';
import { HubClient } from '../hub-client.ts';
import type { NodeProcess } from '../node-process.ts';
import type { Company } from './crowd.ts';

interface Sizes {
  posts: number;
  /** Over how many seconds they are due. */
  seconds: number;
  /** Null: lateness and the other requests are told, not judged. */
  judged: true | null;
}

const latestMs = 5000;
/** From writing the posts to the first of them. */
const leadMs = 30_000;

/** Scheduled posts of many companies, published by two processes: all out, none twice, none early, and nobody else waits for them. */
export async function publishing(
  checks: Checks,
  { hub, worker, name }: { hub: NodeProcess; worker: NodeProcess; name: string },
  companies: readonly Company[],
  { posts, seconds, judged }: Sizes,
): Promise<void> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const sink = await startWebhookSink(secret);
  const arrived: { postId: string; at: number }[] = [];
  sink.answerWith({ status: 200, body: {} });
  await each(companies, 4, async ({ tokens }) => {
    const settings = { mode: 'webhook', webhookUrl: sink.url, webhookSecret: secret };
    await new HubClient(hub.url, tokens[0]).call('PUT', '/api/tenant/integrations/social', settings);
  });
  const calm = await listTimes(hub.url, companies, 5000);
  const first = Date.now() + leadMs;
  const due = new Map<string, number>();
  await each(Array.from({ length: posts }).keys(), 8, async (index) => {
    const at = first + Math.floor((index * seconds * 1000) / posts);
    const client = new HubClient(hub.url, companies[index % companies.length]?.tokens[0]);
    const answer = await client.call('POST', '/api/social-posts', {
      platform: 'linkedin',
      content: `Post ${index}`,
      scheduledFor: new Date(at).toISOString(),
    });
    due.set(String((await answer.json()).id), at);
  });
  const written = Date.now();
  const watch = setInterval(() => {
    for (const { data } of sink.deliveries.slice(arrived.length))
      arrived.push({ postId: String(data.postId), at: Date.now() });
  }, 5);
  await sleep(Math.max(0, first - Date.now()));
  const busy = await listTimes(hub.url, companies, seconds * 1000);
  await until(() => sink.deliveries.length >= posts, 60_000);
  await sleep(2000);
  clearInterval(watch);
  await sink.stop();
  const late = arrived.map(({ postId, at }) => at - (due.get(postId) ?? Number.NaN));
  checks.check(
    `${posts} posts of ${companies.length} companies over ${seconds} s, ${name}: all out, none twice`,
    sink.taken.size === posts && sink.deliveries.length === posts && written < first,
    `${sink.deliveries.length} messages, ${sink.taken.size} events, by two processes (${hub.port}, ${worker.port})`,
  );
  checks.check(
    'none came before its time',
    late.every((ms) => ms >= 0),
    `the earliest after ${Math.min(...late)} ms`,
  );
  const p99 = quantile(late, 0.99);
  checks.check(
    `p99 lateness under ${latestMs} ms`,
    p99 < latestMs || judged === null,
    `p50 ${quantile(late, 0.5)}, p99 ${p99}, last ${Math.max(...late)} ms`,
  );
  const ratio = quantile(busy, 0.95) / quantile(calm, 0.95);
  checks.check(
    'a list meanwhile: p95 under twice the quiet one',
    ratio < 2 || judged === null,
    `${quantile(calm, 0.95).toFixed(1)} ms, then ${quantile(busy, 0.95).toFixed(1)} ms: ${ratio.toFixed(2)}x`,
  );
}

/** Lists of all companies in turn, one at a time with a short rest, as people look. */
async function listTimes(url: string, companies: readonly Company[], ms: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + ms;
  for (let index = 0; performance.now() < end; index += 1) {
    const client = new HubClient(url, companies[index % companies.length]?.tokens[0]);
    const began = performance.now();
    await (await client.call('GET', '/api/leads')).arrayBuffer();
    times.push(performance.now() - began);
    await sleep(20);
  }
  return times;
}
