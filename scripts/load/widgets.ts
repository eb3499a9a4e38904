import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type RawData, WebSocket } from 'ws';
import { z } from 'zod';
import { memoryMb } from '../bench/processes.ts';
import { type Checks, each, quantile } from '../checks.ts';
import { HubClient } from '../hub-client.ts';
import type { NodeProcess } from '../node-process.ts';

export interface WidgetLoad {
  /** Widgets with an open conversation and its socket. */
  widgets: number;
  /** Questions in a second over all of them, and for how long. */
  perSecond: number;
  seconds: number;
  /** Messages of both sides after which memory is looked at again. */
  messages: number;
  /** Whether time and memory are judged, or only told. */
  judged: boolean;
}

const answerGoalMs = 500;
const memoryGoalMb = 50;
/** An answer that has not come after so long is lost. */
const lostMs = 20_000;
const settleMs = 5000;
const leastRoundMs = 4000;

const article = z.object({ id: z.string() });
const started = z.object({ token: z.string() });
const frame = z.object({
  type: z.string(),
  data: z.object({ sender: z.string().optional(), seq: z.number().optional() }),
});

const topics = ['Parking', 'Payment', 'Delivery', 'Returns', 'Opening', 'Repairs', 'Gift cards', 'Insurance'];

/** One widget: asks by the call, hears by the socket. */
class Widget {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #token: string;
  readonly #socket: WebSocket;
  #heard: (() => void) | null = null;
  /** Messages of both sides that have come. */
  messages = 0;

  private constructor(url: string, headers: Record<string, string>, token: string, socket: WebSocket) {
    this.#url = url;
    this.#headers = headers;
    this.#token = token;
    this.#socket = socket;
    socket.on('message', (data) => this.#hear(data));
    socket.send(JSON.stringify({ type: 'hello', after: 0 }));
  }

  static async open(url: string, slug: string, index: number): Promise<Widget> {
    const headers = {
      'content-type': 'application/json',
      // Each from an address of its own, as the calls are limited by address.
      'x-forwarded-for': `10.1.${Math.floor(index / 250)}.${(index % 250) + 1}`,
    };
    const body = JSON.stringify({ text: 'hello', clientKey: randomUUID() });
    const answer = await fetch(`${url}/api/widget/${slug}/conversations`, { method: 'POST', headers, body });
    const { token } = started.parse(await answer.json());
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/widget`, ['hub', `guest.${token}`]);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', () => resolve());
      socket.once('error', reject);
    });
    return new Widget(url, headers, token, socket);
  }

  /** Milliseconds from the press to the assistant's answer on the socket; null when none came. */
  async ask(text: string): Promise<number | null> {
    const begun = performance.now();
    const heard = new Promise<number>((resolve) => {
      this.#heard = () => resolve(performance.now() - begun);
    });
    const answer = await fetch(`${this.#url}/api/widget-conversations/${this.#token}/messages`, {
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify({ text, clientKey: randomUUID() }),
    });
    await answer.arrayBuffer();
    if (!answer.ok) return null;
    return Promise.race([heard, sleep(lostMs, null, { ref: false })]);
  }

  #hear(data: RawData): void {
    if (!Buffer.isBuffer(data)) return;
    const { type, data: said } = frame.parse(JSON.parse(data.toString('utf8')));
    if (type !== 'message') return;
    this.messages += 1;
    if (said.sender === 'agent') this.#heard?.();
  }

  close(): void {
    this.#socket.terminate();
  }
}

async function prepare(url: string): Promise<string> {
  const { token, slug } = await new HubClient(url).signUp(`chat-${randomUUID().slice(0, 8)}`);
  const client = new HubClient(url, token);
  await client.call('POST', '/api/tenant/subscription/modules', { moduleType: 'support_agent' });
  for (const topic of topics) {
    const body = `${topic} of our shop is explained here. Ask at the desk about ${topic.toLowerCase()} on any day.`;
    const made = await client.call('POST', '/api/knowledge/articles', { title: topic, body });
    const { id } = article.parse(await made.json());
    await client.call('POST', `/api/knowledge/articles/${id}/state`, { state: 'published' });
  }
  return slug;
}

/**
 * Many open widgets of one website: how long an answer of the built-in engine takes from the press to the socket, and what
 * thousands of messages leave behind in memory.
 */
export async function openWidgets(
  checks: Checks,
  hub: NodeProcess,
  name: string,
  { widgets: count, perSecond, seconds, messages, judged }: WidgetLoad,
): Promise<void> {
  const slug = await prepare(hub.url);
  const widgets: Widget[] = [];
  await each(Array.from({ length: count }).keys(), 16, async (index) => {
    widgets.push(await Widget.open(hub.url, slug, index));
  });
  // The greetings are answered before anything is counted.
  await sleep(settleMs);
  const question = (index: number) =>
    `What about ${topics[index % topics.length]?.toLowerCase()} in your shop?`;
  let asked = 0;
  const next = () => {
    const at = asked;
    asked += 1;
    return widgets[at % widgets.length]?.ask(question(at)) ?? Promise.resolve(null);
  };
  const taken: Promise<number | null>[] = [];
  for (let left = perSecond * seconds; left > 0; left -= 1) {
    taken.push(next());
    await sleep(1000 / perSecond);
  }
  const times = await Promise.all(taken);
  const answered = times.filter((time) => time !== null);
  const [half, p95] = [quantile(answered, 0.5), quantile(answered, 0.95)];
  const words = `p50 ${half.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms at ${perSecond} questions a second`;
  checks.check(
    `${name}: every question of ${count} widgets is answered`,
    answered.length === times.length,
    `${answered.length} of ${times.length}`,
  );
  if (judged) checks.check(`${name}: answers, p95 < ${answerGoalMs} ms`, p95 < answerGoalMs, words);
  else checks.note(`${name}: ${words}`);

  const before = memoryMb(hub.pid);
  const sum = () => widgets.reduce((total, one) => total + one.messages, 0);
  const from = sum();
  let lost = 0;
  const rounds = Math.ceil(messages / 2 / widgets.length);
  for (let round = 0; round < rounds; round += 1)
    await Promise.all([
      each(widgets, 24, async (widget) => {
        if ((await widget.ask(question(round))) === null) lost += 1;
      }),
      // No faster than one visitor may write.
      sleep(leastRoundMs),
    ]);
  await sleep(settleMs);
  const grown = memoryMb(hub.pid) - before;
  const memory = `${grown.toFixed(0)} MB more after ${sum() - from} messages, ${before.toFixed(0)} MB before`;
  checks.check(`${name}: none of them is lost`, lost === 0, `${lost} lost`);
  if (judged) checks.check(`${name}: memory grows by < ${memoryGoalMb} MB`, grown < memoryGoalMb, memory);
  else checks.note(`${name}: ${memory}`);
  for (const widget of widgets) widget.close();
}
