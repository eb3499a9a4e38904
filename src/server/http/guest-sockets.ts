import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { OrganizationContext } from '../context.ts';
import type { Notice } from '../db/database.ts';
import type { Hub } from '../hub.ts';
import { organizationOf } from '../ids.ts';
import { jobContext } from '../organization-context.ts';
import { loggable } from './errors.ts';
import { refuse } from './refuse-upgrade.ts';
import { makeRoom, offeredToken, SocketKeeper, sendWithin } from './socket-keeper.ts';

/** What a guest's socket can be sent. */
export interface GuestLine {
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** What goes on over one socket of a guest. Failures are logged and end the socket. */
export interface GuestTalk {
  /** The guest has sent a text of at most 8 KiB. */
  heard(text: string): Promise<void>;
  /** A transaction has told of the subject, with `notify({ kind: 'guest', o, s: subject, m })`. */
  noticed(message: unknown): Promise<void>;
}

/** A socket for people who are not signed in: each hears of one subject, such as a conversation. */
export interface GuestDoor {
  path: `/ws/${string}`;
  /** What the token stands for, or why it opens nothing: it is not known, or not on this page. */
  admit(
    context: OrganizationContext,
    about: { token: string; origin: string | null },
  ): Promise<{ subject: string } | 'unknown' | 'refused'>;
  open(context: OrganizationContext, subject: string, line: GuestLine): GuestTalk;
}

const frameLimit = 8 * 1024;
const messagesPerMinute = 150;
/** Windows in which one person has the same page open; the oldest is closed. */
const socketsPerSubject = 5;
/** Of one organization in one process: more than its visitors need, fewer than would hurt the others. */
const socketsPerOrganization = 5000;
const sendBufferLimit = 256 * 1024;

interface Connection {
  socket: WebSocket;
  talk: GuestTalk;
}

/** The sockets of guests of this process. A notice reaches those of its organization and subject, and no other. */
export class GuestSockets {
  readonly #hub: Hub;
  readonly #byOrganization = new Map<string, Map<string, Set<Connection>>>();
  readonly #sockets = new SocketKeeper({ frame: frameLimit, messagesPerMinute });

  constructor(hub: Hub) {
    this.#hub = hub;
    hub.open.listener.onNotice((notice) => this.#onNotice(notice));
    hub.open.listener.onGap(() => this.#onGap());
  }

  get connections(): number {
    return this.#sockets.size;
  }

  /** Takes the handshake of a guest. @returns false when the address is not one of theirs */
  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<boolean> {
    const door = this.#hub.services.guests.find(({ path }) => path === request.url);
    if (!door) return false;
    const token = offeredToken(request.headers['sec-websocket-protocol'], 'guest');
    const organizationId = token === null ? null : organizationOf(token, 'hubl');
    if (token === null || organizationId === null) refuse(socket, 401, 'Unauthorized');
    else await this.#admit(door, { request, socket, head, token, organizationId });
    return true;
  }

  async #admit(
    door: GuestDoor,
    come: { request: IncomingMessage; socket: Duplex; head: Buffer; token: string; organizationId: string },
  ): Promise<void> {
    const { request, socket, token, organizationId } = come;
    const context = jobContext(this.#hub, organizationId);
    const admitted = await door.admit(context, { token, origin: request.headers.origin ?? null });
    if (admitted === 'unknown') return refuse(socket, 401, 'Unauthorized');
    if (admitted === 'refused') return refuse(socket, 403, 'Forbidden');
    if (this.#of(organizationId) >= socketsPerOrganization) return refuse(socket, 503, 'Service Unavailable');
    this.#sockets.accept(come, (opened) => this.#open(opened, door, context, admitted.subject));
  }

  #of(organizationId: string): number {
    let sum = 0;
    for (const group of this.#byOrganization.get(organizationId)?.values() ?? []) sum += group.size;
    return sum;
  }

  #open(socket: WebSocket, door: GuestDoor, context: OrganizationContext, subject: string) {
    const { organizationId } = context;
    const subjects = this.#byOrganization.get(organizationId) ?? new Map<string, Set<Connection>>();
    this.#byOrganization.set(organizationId, subjects);
    const group = subjects.get(subject) ?? new Set();
    subjects.set(subject, group);
    makeRoom(
      [...group].map((one) => one.socket),
      socketsPerSubject,
      'Too many windows',
    );
    const line: GuestLine = {
      send: (text) => sendWithin(socket, text, sendBufferLimit),
      close: (code, reason) => socket.close(code, reason),
    };
    const talk = door.open(context, subject, line);
    const connection: Connection = { socket, talk };
    group.add(connection);
    return {
      heard: (data: Buffer) => this.#run(connection, talk.heard(data.toString('utf8'))),
      gone: () => {
        group.delete(connection);
        if (group.size === 0) subjects.delete(subject);
        if (subjects.size === 0) this.#byOrganization.delete(organizationId);
      },
    };
  }

  /** A talk that fails ends its socket: the page opens it again and is told anew. */
  #run(connection: Connection, work: Promise<void>): void {
    work.catch((error: unknown) => {
      this.#hub.log.error({ err: loggable(error) }, 'a guest could not be told or heard');
      connection.socket.close(1011, 'A fault on our side');
    });
  }

  #onNotice(notice: Notice): void {
    if (notice.kind !== 'guest' || typeof notice.o !== 'string' || typeof notice.s !== 'string') return;
    for (const connection of this.#byOrganization.get(notice.o)?.get(notice.s) ?? [])
      this.#run(connection, connection.talk.noticed(notice.m));
  }

  /** What was told while the database could not be heard is lost: each page connects again and asks what it missed. */
  #onGap(): void {
    if (!this.#hub.open.listener.connected) return;
    this.#sockets.closeAll(1012, 'Messages may have been missed');
  }

  stop(): Promise<void> {
    return this.#sockets.stop();
  }
}
