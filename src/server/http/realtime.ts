import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Session } from '../context.ts';
import type { Notice } from '../db/database.ts';
import type { Hub } from '../hub.ts';

/** Contract section 13. */
const socketsPerUser = 20;
const frameLimit = 64 * 1024;
const messagesPerMinute = 100;
const pingMs = 30_000;
const sendBufferLimit = 1024 * 1024;
/** A client answers a close within this long, or its connection is dropped. */
const closeMs = 2_000;
/** Sockets written to before other work gets its turn. */
const chunk = 500;

interface Connection {
  socket: WebSocket;
  session: Session;
  alive: boolean;
  messages: number;
}

/** The live connections of this process, by organization: a message reaches those of its organization only. */
export class Realtime {
  readonly #hub: Hub;
  readonly #byOrganization = new Map<string, Set<Connection>>();
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: frameLimit,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('hub') ? 'hub' : false),
  });
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(hub: Hub) {
    this.#hub = hub;
    hub.open.listener.onNotice((notice) => this.#onNotice(notice));
    hub.open.listener.onGap(() => this.#onGap());
    this.#timers.push(
      setInterval(() => this.#ping(), pingMs),
      setInterval(() => this.#resetCounts(), 60_000),
    );
    for (const timer of this.#timers) timer.unref();
  }

  get connections(): number {
    let sum = 0;
    for (const set of this.#byOrganization.values()) sum += set.size;
    return sum;
  }

  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      socket.on('error', () => socket.destroy());
      this.#upgrade(request, socket, head).catch((error: unknown) => {
        this.#hub.log.error({ err: error }, 'a socket could not be opened');
        refuse(socket, 500, 'Internal Server Error');
      });
    });
  }

  /** Closes every connection with 1001 (going away). */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    for (const socket of this.#server.clients) socket.close(1001, 'The server is restarting');
    // A laptop that fell asleep answers nothing: its connection must not hold the stop for ws's own 30 seconds.
    const drop = setTimeout(() => {
      for (const socket of this.#server.clients) socket.terminate();
    }, closeMs);
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    clearTimeout(drop);
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (request.url !== '/ws/updates')
      return refuse(socket, request.url?.startsWith('/ws/updates?') ? 401 : 404, 'Not Found');
    if (!allowedOrigin(request.headers.origin, this.#hub.services.config))
      return refuse(socket, 403, 'Forbidden');
    const token = bearerOf(request.headers['sec-websocket-protocol']);
    const session = token === null ? null : await this.#hub.authenticator.find(token);
    if (!session || session.kind !== 'user' || session.mustChangePassword)
      return refuse(socket, 401, 'Unauthorized');
    this.#server.handleUpgrade(request, socket, head, (opened) => this.#open(opened, session));
  }

  #open(socket: WebSocket, session: Session): void {
    const connection: Connection = { socket, session, alive: true, messages: 0 };
    const group = this.#byOrganization.get(session.organizationId) ?? new Set();
    this.#byOrganization.set(session.organizationId, group);
    // Those that are closing already count no more: a client that never answers a close must not win room by it.
    const own = [...group].filter(
      (other) => other.session.userId === session.userId && other.socket.readyState === other.socket.OPEN,
    );
    if (own.length >= socketsPerUser) own[0]?.socket.close(4008, 'Too many connections');
    group.add(connection);
    socket.on('pong', () => {
      connection.alive = true;
    });
    socket.on('message', (_data, isBinary) => {
      connection.messages += 1;
      if (isBinary) socket.close(1003, 'Text only');
      else if (connection.messages > messagesPerMinute) socket.close(1008, 'Too many messages');
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      group.delete(connection);
      if (group.size === 0) this.#byOrganization.delete(session.organizationId);
    });
  }

  /**
   * What was sent while the database could not be heard is lost: a change that nobody saw, a session that was ended. Each
   * client connects again, which asks for its session anew, and fetches what it shows.
   */
  #onGap(): void {
    if (!this.#hub.open.listener.connected) return;
    for (const group of this.#byOrganization.values())
      for (const { socket } of group) socket.close(1012, 'Messages may have been missed');
  }

  #onNotice(notice: Notice): void {
    if (typeof notice.o !== 'string') return;
    const group = this.#byOrganization.get(notice.o);
    if (!group) return;
    if (notice.kind === 'event') void this.#broadcast([...group], JSON.stringify(notice.m));
    if (notice.kind === 'session') this.#endSessions(group, notice);
  }

  async #broadcast(connections: Connection[], text: string): Promise<void> {
    const data = Buffer.from(text);
    for (let start = 0; start < connections.length; start += chunk) {
      if (start > 0) await new Promise((resolve) => setImmediate(resolve));
      for (const { socket } of connections.slice(start, start + chunk)) {
        if (socket.readyState !== socket.OPEN) continue;
        if (socket.bufferedAmount > sendBufferLimit) socket.close(1013, 'Too slow');
        else socket.send(data, { binary: false });
      }
    }
  }

  /** Ends the sockets of sessions that were revoked: by id, or all of a user but one. */
  #endSessions(group: Set<Connection>, notice: Notice): void {
    for (const { socket, session } of group) {
      const hit =
        notice.session === session.id ||
        (notice.user !== undefined && notice.user === session.userId && notice.except !== session.id);
      if (!hit) continue;
      socket.send(JSON.stringify({ type: 'session_ended', data: { reason: 'Your session has ended.' } }));
      socket.close(4001, 'Session ended');
    }
  }

  #ping(): void {
    for (const group of this.#byOrganization.values()) {
      for (const connection of group) {
        if (!connection.alive) connection.socket.terminate();
        else {
          connection.alive = false;
          connection.socket.ping();
        }
      }
    }
  }

  #resetCounts(): void {
    for (const group of this.#byOrganization.values())
      for (const connection of group) connection.messages = 0;
  }
}

function refuse(socket: Duplex, status: number, text: string): void {
  socket.end(`HTTP/1.1 ${status} ${text}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** The token from `Sec-WebSocket-Protocol: hub, bearer.TOKEN`, or null. */
function bearerOf(header: string | undefined): string | null {
  const offered = (header ?? '').split(',').map((part) => part.trim());
  const bearer = offered.find((part) => part.startsWith('bearer.'));
  return offered.includes('hub') && bearer ? bearer.slice('bearer.'.length) : null;
}

/** Browsers must come from the public address, one label below it, or (outside production) loopback on our port. */
export function allowedOrigin(
  origin: string | undefined,
  config: { publicUrl: string; production: boolean; port: number },
): boolean {
  if (origin === undefined) return true;
  const own = new URL(config.publicUrl);
  if (origin === own.origin) return true;
  let given: URL;
  try {
    given = new URL(origin);
  } catch {
    return false;
  }
  if (given.origin !== origin) return false;
  const label = given.hostname.endsWith(`.${own.hostname}`)
    ? given.hostname.slice(0, -own.hostname.length - 1)
    : null;
  if (
    label !== null &&
    /^[a-z0-9-]+$/.test(label) &&
    given.protocol === own.protocol &&
    given.port === own.port
  )
    return true;
  const loopback = ['localhost', '127.0.0.1', '[::1]'].includes(given.hostname);
  return (
    !config.production && loopback && given.protocol === 'http:' && Number(given.port || 80) === config.port
  );
}
