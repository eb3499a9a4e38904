import type { VisitorConversation, WidgetConfig } from '#features/support/widget-contract.ts';

/** A call that was refused. `status` 0: the server was not reached. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Whether the conversation of a refused call is not there any more, so that nothing will ever come of it. */
export function isGone(error: unknown): boolean {
  return error instanceof Refused && [401, 404, 410].includes(error.status);
}

export type Started = VisitorConversation & { token: string };

/** The calls of a visitor (widget-contract.ts), without cookies. What they answer is what the contract says. */
export class Calls {
  readonly #base: string;
  readonly #slug: string;

  constructor(base: string, slug: string) {
    this.#base = base;
    this.#slug = encodeURIComponent(slug);
  }

  config(language: string): Promise<WidgetConfig> {
    return this.#send(`/api/widget/${this.#slug}?language=${encodeURIComponent(language.slice(0, 35))}`);
  }

  start(body: { text: string; clientKey: string; page: string; language: string }): Promise<Started> {
    return this.#send(`/api/widget/${this.#slug}/conversations`, body);
  }

  to<Answer = VisitorConversation>(token: string, what: string, body: object = {}): Promise<Answer> {
    return this.#send(`/api/widget-conversations/${token}/${what}`, body);
  }

  socket(token: string): WebSocket {
    return new WebSocket(`${this.#base.replace(/^http/, 'ws')}/ws/widget`, ['hub', `guest.${token}`]);
  }

  async #send<Answer>(path: string, body?: object): Promise<Answer> {
    let response: Response;
    try {
      response = await fetch(this.#base + path, {
        credentials: 'omit',
        ...(body
          ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
          : {}),
      });
    } catch {
      throw new Refused(0, '');
    }
    // The server has held each answer against its schema before it sent it.
    const answer: Answer & { message?: string } = await response.json().catch(() => ({}));
    if (response.ok) return answer;
    throw new Refused(response.status, String(answer.message ?? ''));
  }
}

/** 128 random bits; `crypto.randomUUID` is missing where the page came over plain HTTP. */
export function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
