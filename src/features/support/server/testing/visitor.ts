import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { type RawData, WebSocket } from 'ws';
import { z } from 'zod';
import {
  type Conversation,
  type ConversationMessage,
  conversation,
} from '#features/support/conversation-contract.ts';
import { visitorConversation } from '#features/support/widget-contract.ts';
import { tokenHash } from '#server/ids.ts';
import type { Tenant, TestApp } from '#server/testing/test-app.ts';
import { conversations } from '../conversation-tables.ts';

const started = visitorConversation.extend({ token: z.string() });

/** What a widget does, over the real calls. */
export class Visitor {
  readonly #app: TestApp;
  readonly #headers: Record<string, string>;
  readonly token: string;

  constructor(app: TestApp, token: string, headers: Record<string, string>) {
    this.#app = app;
    this.token = token;
    this.#headers = headers;
  }

  post(what: string, body: object = {}) {
    return this.#app.call(
      'POST',
      `/api/widget-conversations/${this.token}/${what}`,
      null,
      body,
      this.#headers,
    );
  }

  write(text: string, clientKey: string = randomUUID()) {
    return this.post('messages', { text, clientKey });
  }

  /** The own conversation, as a person of the team sees it. */
  async seenBy({ organizationId, tokens }: Tenant): Promise<Conversation> {
    const [row] = await this.#app.hub.database
      .forOrganization(organizationId)
      .db.select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.tokenHash, tokenHash(this.token)));
    const read = await this.#app.call('GET', `/api/conversations/${row?.id ?? ''}`, tokens.user);
    return conversation.parse(read.json());
  }

  async transcript(): Promise<ConversationMessage[]> {
    return visitorConversation.parse((await this.post('resume')).json()).messages;
  }
}

/** Calls of visitors are limited by address, as far as a test believes the proxy that names it. */
function anyAddress(): string {
  return `10.${[...randomBytes(3)].join('.')}`;
}

export async function startVisitor(
  app: TestApp,
  { slug }: Pick<Tenant, 'slug'>,
  text: string,
  headers: Record<string, string> = {},
): Promise<Visitor> {
  const from = { 'x-forwarded-for': anyAddress(), ...headers };
  const answer = await app.call(
    'POST',
    `/api/widget/${slug}/conversations`,
    null,
    { text, clientKey: randomUUID(), page: 'https://shop.example/help', language: 'en-AU' },
    from,
  );
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`);
  return new Visitor(app, started.parse(answer.json()).token, from);
}

/** Waits for what comes by itself; the last look is returned, right or not. */
export async function until<T>(look: () => Promise<T> | T, right: (value: T) => boolean): Promise<T> {
  for (let left = 1200; ; left -= 1) {
    const value = await look();
    if (right(value) || left === 0) return value;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

export async function publish(app: TestApp, tenant: Tenant, title: string, body: string): Promise<string> {
  const made = await app.call('POST', '/api/knowledge/articles', tenant.tokens.user, { title, body });
  const { id } = z.object({ id: z.string() }).parse(made.json());
  await app.call('POST', `/api/knowledge/articles/${id}/state`, tenant.tokens.user, { state: 'published' });
  return id;
}

const socketFrame = z.object({ type: z.string(), data: z.record(z.string(), z.unknown()) });

export interface VisitorSocket {
  frames: z.output<typeof socketFrame>[];
  socket: WebSocket;
  closed: Promise<number>;
}

function textOf(data: RawData): string {
  return Buffer.isBuffer(data) ? data.toString('utf8') : '';
}

/** Opens the socket of a widget that has the messages up to `after`. Rejects with the status of a refused handshake. */
export function openSocket(
  port: number,
  token: string,
  { after = 0, origin }: { after?: number; origin?: string } = {},
): Promise<VisitorSocket> {
  const socket = new WebSocket(
    `ws://127.0.0.1:${port}/ws/widget`,
    ['hub', `guest.${token}`],
    origin === undefined ? {} : { origin },
  );
  const frames: VisitorSocket['frames'] = [];
  socket.on('message', (data) => frames.push(socketFrame.parse(JSON.parse(textOf(data)))));
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  return new Promise((resolve, reject) => {
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'hello', after }));
      resolve({ socket, frames, closed });
    });
    socket.on('unexpected-response', (_request, response) => reject(new Error(String(response.statusCode))));
    socket.on('error', reject);
  });
}
