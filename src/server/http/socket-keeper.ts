import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

const pingMs = 30_000;
const minuteMs = 60_000;
/** A client answers a close within this long, or its connection is dropped. */
const closeMs = 2_000;

interface Kept {
  socket: WebSocket;
  alive: boolean;
  /** In this minute. */
  messages: number;
}

interface Limits {
  /** Bytes of a frame. */
  frame: number;
  messagesPerMinute: number;
}

/** The sockets of one kind of client: shakes hands, looks whether they live, counts what they send, and closes them. */
export class SocketKeeper {
  readonly #kept = new Set<Kept>();
  readonly #server: WebSocketServer;
  readonly #messagesPerMinute: number;
  readonly #timers: readonly NodeJS.Timeout[];

  constructor({ frame, messagesPerMinute }: Limits) {
    this.#messagesPerMinute = messagesPerMinute;
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: frame,
      perMessageDeflate: false,
      handleProtocols: (offered) => (offered.has('hub') ? 'hub' : false),
    });
    this.#timers = [
      setInterval(() => this.#ping(), pingMs),
      setInterval(() => {
        for (const kept of this.#kept) kept.messages = 0;
      }, minuteMs),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  get size(): number {
    return this.#kept.size;
  }

  /** Ends the handshake and keeps the socket from then on. `gone` is called once, when it is closed. */
  accept(
    { request, socket, head }: { request: IncomingMessage; socket: Duplex; head: Buffer },
    opened: (socket: WebSocket) => { heard?: (text: Buffer) => void; gone: () => void },
  ): void {
    this.#server.handleUpgrade(request, socket, head, (one) => {
      const kept: Kept = { socket: one, alive: true, messages: 0 };
      const { heard, gone } = opened(one);
      this.#kept.add(kept);
      one.on('pong', () => {
        kept.alive = true;
      });
      one.on('message', (data, isBinary) => {
        kept.messages += 1;
        if (isBinary || !Buffer.isBuffer(data)) one.close(1003, 'Text only');
        else if (kept.messages > this.#messagesPerMinute) one.close(1008, 'Too many messages');
        else heard?.(data);
      });
      one.on('error', () => one.terminate());
      one.on('close', () => {
        this.#kept.delete(kept);
        gone();
      });
    });
  }

  closeAll(code: number, reason: string): void {
    for (const { socket } of this.#kept) socket.close(code, reason);
  }

  /** Closes every connection with 1001 (going away). */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.closeAll(1001, 'The server is restarting');
    // A laptop that fell asleep answers nothing: its connection must not hold the stop for ws's own 30 seconds.
    const drop = setTimeout(() => {
      for (const socket of this.#server.clients) socket.terminate();
    }, closeMs);
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
    clearTimeout(drop);
  }

  #ping(): void {
    for (const kept of this.#kept) {
      if (!kept.alive) kept.socket.terminate();
      else {
        kept.alive = false;
        kept.socket.ping();
      }
    }
  }
}

/**
 * Closes the oldest of somebody's sockets where one more would be above the limit. Those that are closing already count
 * no more: a client that never answers a close must not win room by it, and is dropped when there are as many again.
 * @param sockets of one person, oldest first
 */
export function makeRoom(
  sockets: readonly Pick<WebSocket, 'readyState' | 'OPEN' | 'close' | 'terminate'>[],
  limit: number,
  reason: string,
): void {
  const open = sockets.filter(({ readyState, OPEN }) => readyState === OPEN);
  if (open.length >= limit) open[0]?.close(4008, reason);
  if (sockets.length >= 2 * limit) sockets[0]?.terminate();
}

/** Sends to who takes it: a client that does not read is closed before it fills the memory. @param limit bytes */
export function sendWithin(socket: WebSocket, text: string | Buffer, limit: number): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > limit) socket.close(1013, 'Too slow');
  else socket.send(text, { binary: false });
}

/** The token from `Sec-WebSocket-Protocol: hub, KIND.TOKEN`, or null. */
export function offeredToken(header: string | undefined, kind: 'bearer' | 'guest'): string | null {
  const offered = (header ?? '').split(',').map((part) => part.trim());
  const found = offered.find((part) => part.startsWith(`${kind}.`));
  return offered.includes('hub') && found ? found.slice(kind.length + 1) : null;
}
