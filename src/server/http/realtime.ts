import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Session } from '../context.ts';
import type { Notice } from '../db/database.ts';
import type { Hub } from '../hub.ts';
import { GuestSockets } from './guest-sockets.ts';
import { isSameOrigin, legacyCookieOf } from './legacy-cookie.ts';
import { refuse } from './refuse-upgrade.ts';
import { makeRoom, offeredToken, SocketKeeper, sendWithin } from './socket-keeper.ts';

/** Contract section 13. */
const socketsPerUser = 20;
const frameLimit = 64 * 1024;
const messagesPerMinute = 100;
const sendBufferLimit = 1024 * 1024;
/** Sockets written to before other work gets its turn. */
const chunk = 500;

interface Connection {
  socket: WebSocket;
  session: Session;
}

/** The live connections of this process, by organization: a message reaches those of its organization only. */
export class Realtime {
  readonly #hub: Hub;
  readonly #byOrganization = new Map<string, Set<Connection>>();
  readonly #sockets = new SocketKeeper({ frame: frameLimit, messagesPerMinute });
  readonly #guests: GuestSockets;

  constructor(hub: Hub) {
    this.#hub = hub;
    this.#guests = new GuestSockets(hub);
    hub.open.listener.onNotice((notice) => this.#onNotice(notice));
    hub.open.listener.onGap(() => this.#onGap());
  }

  get connections(): number {
    return this.#sockets.size + this.#guests.connections;
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

  async stop(): Promise<void> {
    await Promise.all([this.#sockets.stop(), this.#guests.stop()]);
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    if (await this.#guests.upgrade(request, socket, head)) return;
    if (request.url !== '/ws/updates')
      return refuse(socket, request.url?.startsWith('/ws/updates?') ? 401 : 404, 'Not Found');
    if (!allowedOrigin(request.headers.origin, this.#hub.services.config))
      return refuse(socket, 403, 'Forbidden');
    const session = await this.#sessionOf(request);
    if (!session || session.kind === 'api_key' || session.mustChangePassword || session.mustSetUpTotp)
      return refuse(socket, 401, 'Unauthorized');
    this.#sockets.accept({ request, socket, head }, (opened) => this.#open(opened, session));
  }

  /** By the token in the subprotocol; without one by the internal area's cookie, from a page of our own. */
  async #sessionOf(request: IncomingMessage): Promise<Session | null> {
    const protocols = request.headers['sec-websocket-protocol'];
    const token = offeredToken(protocols, 'bearer');
    if (token !== null) return this.#hub.authenticator.find(token);
    const cookie = legacyCookieOf(request.headers);
    const plain = (protocols ?? '').trim() === 'hub';
    if (cookie === null || !plain || !isSameOrigin(request.headers)) return null;
    return this.#hub.findLegacy(cookie);
  }

  #open(socket: WebSocket, session: Session) {
    const connection: Connection = { socket, session };
    const group = this.#byOrganization.get(session.organizationId) ?? new Set();
    this.#byOrganization.set(session.organizationId, group);
    const own = [...group].filter(
      (other) => (other.session.userId ?? other.session.id) === (session.userId ?? session.id),
    );
    makeRoom(
      own.map((one) => one.socket),
      socketsPerUser,
      'Too many connections',
    );
    group.add(connection);
    return {
      gone: () => {
        group.delete(connection);
        if (group.size === 0) this.#byOrganization.delete(session.organizationId);
      },
    };
  }

  /**
   * What was sent while the database could not be heard is lost: a change that nobody saw, a session that was ended. Each
   * client connects again, which asks for its session anew, and fetches what it shows.
   */
  #onGap(): void {
    if (!this.#hub.open.listener.connected) return;
    this.#sockets.closeAll(1012, 'Messages may have been missed');
  }

  #onNotice(notice: Notice): void {
    if (typeof notice.o !== 'string') return;
    const group = this.#byOrganization.get(notice.o);
    if (!group) return;
    if (notice.kind === 'event') void this.#broadcast([...group], JSON.stringify(notice.m));
    if (notice.kind === 'session') this.#endSessions(group, notice);
    // Who may go on is asked at the handshake, so everyone knocks again.
    if (notice.kind === 'organization' && notice.reopen === true)
      for (const { socket } of group) socket.close(4002, 'The rules of signing in have changed');
  }

  async #broadcast(connections: Connection[], text: string): Promise<void> {
    const data = Buffer.from(text);
    for (let start = 0; start < connections.length; start += chunk) {
      if (start > 0) await new Promise((resolve) => setImmediate(resolve));
      for (const { socket } of connections.slice(start, start + chunk))
        sendWithin(socket, data, sendBufferLimit);
    }
  }

  /** Ends the sockets of sessions that were revoked: by id, all of a user but one, or all of the organization. */
  #endSessions(group: Set<Connection>, notice: Notice): void {
    for (const { socket, session } of group) {
      const hit =
        notice.all === true ||
        notice.session === session.id ||
        (notice.user !== undefined && notice.user === session.userId && notice.except !== session.id);
      if (!hit) continue;
      socket.send(JSON.stringify({ type: 'session_ended', data: { reason: 'Your session has ended.' } }));
      socket.close(4001, 'Session ended');
    }
  }
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
