/** A socket of which a test says what happens to it. It takes the place of `WebSocket`. */
export class FakeSocket {
  static readonly OPEN = 1;
  static readonly all: FakeSocket[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly said: unknown[] = [];
  readonly token: string;

  constructor(_address: string, [, guest = '']: string[]) {
    this.token = guest.replace('guest.', '');
    FakeSocket.all.push(this);
  }

  send(frame: string): void {
    this.said.push(JSON.parse(frame));
  }

  close(): void {
    this.readyState = 3;
  }

  opens(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  brings(type: string, data: object): void {
    this.onmessage?.({ data: JSON.stringify({ type, data }) });
  }

  isClosed(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}

/** What a browser keeps for all tabs of a website. It takes the place of `localStorage`. */
export class FakeStorage {
  readonly #kept = new Map<string, string>();

  getItem(key: string): string | null {
    return this.#kept.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#kept.set(key, value);
  }

  removeItem(key: string): void {
    this.#kept.delete(key);
  }
}

export interface Called {
  /** The last part of the address: `conversations`, `messages`, `resume` and so on. */
  what: string;
  /** In whose name; empty for a beginning. */
  token: string;
  body: Record<string, unknown>;
}

/** A server of which a test says what it answers. `fetch` takes the place of the browser's. */
export class FakeHub {
  readonly calls: Called[] = [];
  /** What is thrown is a server that was not reached; a number is the status of a refusal. */
  answer: (call: Called) => object | number | Promise<object | number> = () => 500;

  readonly fetch = async (address: string, { body }: { body: string }): Promise<Response> => {
    const parts = new URL(address).pathname.split('/');
    const what = parts.at(-1) ?? '';
    const call = {
      what,
      token: what === 'conversations' ? '' : (parts.at(-2) ?? ''),
      body: JSON.parse(body),
    };
    this.calls.push(call);
    const answer = await this.answer(call);
    return typeof answer === 'number'
      ? Response.json({ message: 'No.' }, { status: answer })
      : Response.json(answer);
  };

  /** What was asked for, in order. */
  get asked(): string[] {
    return this.calls.map(({ what }) => what);
  }
}

export const standing = {
  state: 'person',
  owner: 'Dana',
  name: null,
  email: null,
  rating: null,
  teamReadSeq: 0,
} as const;

export const message = (seq: number, sender: 'visitor' | 'person' | 'agent', text = `${seq}`) => ({
  seq,
  sender,
  author: null,
  text,
  action: null,
  citations: [],
  at: '',
});
