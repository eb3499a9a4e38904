import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import type {
  Answered,
  HttpClient,
  OutboundRequest,
  OutboundResult,
} from '#server/integrations/http-client.ts';
import { plainAnswer } from './plain-answer.ts';
import type { DeliveryLog } from './provider.ts';

/** How long a publish may take, milliseconds. */
export interface Timing {
  publishMs: number;
  /** Instagram fetches the image by itself before it can be published. */
  instagramMs: number;
  /** Between two looks at what the other side is preparing. */
  pollMs: number;
}

export const usualTiming: Timing = { publishMs: 15_000, instagramMs: 60_000, pollMs: 1000 };

/** The calls of one publish, which share one time limit and one entry in the list of deliveries. */
export class Calls {
  private readonly client: HttpClient;
  private readonly secrets: readonly string[];
  private readonly began = performance.now();
  private readonly limitMs: number;
  private last: { status: number | null; answer: string } = { status: null, answer: '' };
  readonly signal: AbortSignal;

  constructor(client: HttpClient, signal: AbortSignal, limitMs: number, secrets: readonly string[]) {
    this.client = client;
    this.signal = signal;
    this.limitMs = limitMs;
    this.secrets = secrets;
  }

  /** Milliseconds until the limit. */
  get left(): number {
    return this.limitMs - (performance.now() - this.began);
  }

  /** `aside` calls, such as reading back, leave the log as it is. */
  async send(request: OutboundRequest, aside: 'aside' | null = null): Promise<OutboundResult> {
    const { left } = this;
    if (left <= 0 || this.signal.aborted) {
      const reason = this.signal.aborted ? 'It was called off.' : 'The time for it was used up.';
      return { kind: 'not_connected', reason, aborted: this.signal.aborted };
    }
    const result = await this.client({ ...request, signal: this.signal, totalMs: left });
    if (aside === null) {
      this.last =
        result.kind === 'answered'
          ? { status: result.status, answer: plainAnswer(result.body, this.secrets) }
          : { status: result.kind === 'redirected' ? result.status : null, answer: '' };
    }
    return result;
  }

  /** @returns false when there is no time for it, or when it was called off */
  async wait(milliseconds: number): Promise<boolean> {
    if (this.left <= milliseconds) return false;
    try {
      await sleep(milliseconds, undefined, { signal: this.signal });
      return true;
    } catch {
      return false;
    }
  }

  get log(): DeliveryLog {
    return { ...this.last, durationMs: Math.round(performance.now() - this.began) };
  }
}

/** The JSON of an answer in the given shape; null for anything else. */
export function jsonOf<Schema extends z.ZodType>(answer: Answered, schema: Schema): z.output<Schema> | null {
  let value: unknown;
  try {
    value = JSON.parse(answer.body.toString());
  } catch {
    return null;
  }
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** Headers and body of a JSON request. */
export function jsonBody(value: unknown): { headers: Record<string, string>; body: string } {
  return { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

/** Headers and body of a form (application/x-www-form-urlencoded). */
export function formBody(fields: Record<string, string>): { headers: Record<string, string>; body: string } {
  return {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  };
}
