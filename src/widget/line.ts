import type { ConversationMessage } from '#features/support/conversation-contract.ts';
import type { VisitorConversation } from '#features/support/widget-contract.ts';
import { type Calls, isGone } from './calls.ts';

export type Standing = Omit<VisitorConversation, 'messages'>;

/** What comes over the line of a conversation. */
export interface Heard {
  message: (message: ConversationMessage) => void;
  state: (state: Standing) => void;
  typing: (who: 'person' | 'agent', name: string | null) => void;
  connected: (isConnected: boolean) => void;
  /** The conversation is not there any more. */
  gone: () => void;
}

/** As the server sends them (server/visitor-socket.ts). */
type Frame =
  | { type: 'message'; data: ConversationMessage }
  | { type: 'state'; data: Standing }
  | { type: 'typing'; data: { who: 'person' | 'agent'; name: string | null } };

const longestWaitMs = 30_000;
/** Where no socket can be opened, such as behind some proxies, the conversation is read again and again. */
const pollMs = 5000;
/** Nobody looks at a hidden page: it only has to count what is new. */
const hiddenPollMs = 60_000;
const socketTries = 2;
/** A handshake that takes longer never ends: something on the way swallows it. */
const handshakeMs = 8000;
const typingEveryMs = 1000;
/** Closed by the server (http/socket-keeper.ts): the same visitor has opened too many newer ones. */
const tooMany = 4008;
const deleted = 4001;

/** Keeps a conversation up to date: by a socket that opens again by itself, else by asking. */
export class Line {
  readonly #calls: Calls;
  readonly #token: string;
  readonly #heard: Heard;
  /** The newest message that was on the screen. */
  #read: number;
  #socket: WebSocket | null = null;
  /** Sockets in a row over which nothing came. */
  #failed = 0;
  #isPushedOut = false;
  #ended = false;
  #typedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #seq: number;

  constructor(calls: Calls, token: string, { seq, read }: { seq: number; read: number }, heard: Heard) {
    this.#read = read;
    this.#calls = calls;
    this.#token = token;
    this.#heard = heard;
    this.#seq = seq;
    this.#open();
  }

  /** The newest message before which none is missing. */
  get seq(): number {
    return this.#seq;
  }

  typing(): void {
    if (Date.now() - this.#typedAt < typingEveryMs) return;
    this.#typedAt = Date.now();
    this.#say({ type: 'typing' });
  }

  /** Where no socket is open it is said with the next one, or with the next question. */
  read(seq: number): void {
    this.#read = seq;
    this.#say({ type: 'read', seq });
  }

  /** The network is back, or somebody looks at the page again: what was waited for is done now. */
  wake(): void {
    if (this.#ended || this.#socket?.readyState === WebSocket.OPEN) return;
    if (this.#isPolling) void this.#ask();
    this.#isPushedOut = false;
    this.#open();
  }

  end(): void {
    this.#ended = true;
    this.#drop();
  }

  /** Another tab's sockets would be pushed out in turn, so whoever was pushed out asks instead. */
  get #isPolling(): boolean {
    return this.#isPushedOut || this.#failed > socketTries;
  }

  /** Nothing is heard of the socket any more, whenever the browser gets to closing it. */
  #drop(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(1000);
  }

  #say(frame: object): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  #open(): void {
    this.#drop();
    let hasHeard = false;
    let socket: WebSocket;
    try {
      socket = this.#calls.socket(this.#token);
    } catch {
      this.#later();
      return;
    }
    this.#socket = socket;
    this.#timer = setTimeout(() => {
      this.#failed = Math.max(this.#failed, socketTries);
      this.#later();
    }, handshakeMs);
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#timer);
      this.#say({ type: 'hello', after: this.#seq });
      if (this.#read > 0) this.#say({ type: 'read', seq: this.#read });
    };
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (socket !== this.#socket || typeof data !== 'string') return;
      if (!hasHeard) this.#heard.connected(true);
      // Some proxies open every socket and close it at once: only what comes over one shows that it works.
      hasHeard = true;
      this.#failed = 0;
      const frame: Frame = JSON.parse(data);
      this.#hear(frame);
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.#socket) return;
      if (code === deleted) {
        this.end();
        this.#heard.gone();
        return;
      }
      this.#isPushedOut = code === tooMany;
      if (hasHeard && !this.#isPushedOut) this.#heard.connected(false);
      this.#later();
    };
  }

  #later(): void {
    this.#drop();
    this.#failed += 1;
    if (this.#isPolling) return this.#poll();
    const wait = Math.min(longestWaitMs, 1000 * 2 ** this.#failed) * (0.5 + Math.random() / 2);
    this.#timer = setTimeout(() => this.#open(), wait);
  }

  #poll(): void {
    void this.#ask();
    const wait = document.visibilityState === 'hidden' ? hiddenPollMs : pollMs;
    this.#timer = setTimeout(() => (this.#isPushedOut ? this.#poll() : this.#open()), wait);
  }

  async #ask(): Promise<void> {
    try {
      const { messages, ...state } = await this.#calls.to(this.#token, 'resume', {
        after: this.#seq,
        read: this.#read,
      });
      if (this.#ended) return;
      for (const message of messages) this.#hear({ type: 'message', data: message });
      this.#heard.state(state);
      this.#heard.connected(true);
    } catch (error) {
      if (this.#ended) return;
      if (isGone(error)) {
        this.end();
        this.#heard.gone();
      } else this.#heard.connected(false);
    }
  }

  #hear({ type, data }: Frame): void {
    if (type === 'message') {
      this.#seq = Math.max(this.#seq, data.seq);
      this.#heard.message(data);
    } else if (type === 'state') this.#heard.state(data);
    else this.#heard.typing(data.who, data.name);
  }
}
