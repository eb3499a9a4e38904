import type { Answered, OutboundResult } from '#server/integrations/http-client.ts';
import type { Calls } from './calls.ts';
import type { Answer, Delivery, Fault, Outcome, Platform } from './provider.ts';

export const platformNames: Record<Platform, string> = {
  linkedin: 'LinkedIn',
  facebook: 'Facebook',
  instagram: 'Instagram',
};

/** What an answer that is no success means at one network. */
export type Reader = (answer: Answered) => Fault;

const later = 'Try again later.';

/** `Retry-After` in seconds (RFC 9110, section 10.2.3), at most a day; undefined where there is none. */
export function retryAfterOf({ headers }: Answered, now = Date.now()): number | undefined {
  const value = headers['retry-after']?.trim();
  if (!value) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - now) / 1000);
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), 86_400) : undefined;
}

/** A fault of an answer, with what it says about waiting. */
export function answerFault(answer: Answered, fault: Omit<Fault, 'status' | 'retryAfterSeconds'>): Fault {
  const retryAfterSeconds = fault.retry ? retryAfterOf(answer) : undefined;
  return {
    ...fault,
    status: answer.status,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  };
}

/** A dead token: always the same thing to do. */
export function tokenDead(name: string, answer: Answered): Fault {
  return answerFault(answer, {
    code: 'token_dead',
    reason: `${name} no longer accepts the hub's sign-in: it has expired or was withdrawn. Nothing was published.`,
    fix: `Reconnect ${name}`,
    retry: false,
  });
}

/** What the status alone says (RFC 9110, section 15). */
export function statusFault(name: string, answer: Answered, words: string | null): Fault {
  const { status } = answer;
  const said = words ? ` It said: “${words.replace(/\s+/g, ' ').trim().slice(0, 200)}”.` : '';
  if (status === 429)
    return answerFault(answer, {
      code: 'rate_limited',
      reason: `${name} takes no more calls for now.`,
      fix: later,
      retry: true,
    });
  if (status >= 500)
    return answerFault(answer, {
      code: 'server_error',
      reason: `${name} has a fault of its own (${status}).${said}`,
      fix: later,
      retry: true,
    });
  return answerFault(answer, {
    code: 'rejected',
    reason: `${name} refused it (${status}).${said}`,
    fix: 'Change what it names and publish again.',
    retry: false,
  });
}

/** A call without an answer, made before the one that publishes: nothing is public yet. */
export function silenceFault(name: string, result: Exclude<OutboundResult, Answered>): Fault {
  if (result.kind === 'blocked') {
    const fix = 'Use another address.';
    return { code: 'address_refused', reason: result.reason, fix, retry: false, status: null };
  }
  if (result.kind === 'redirected') {
    const fix = 'Change the address.';
    return { code: 'redirected', reason: result.reason, fix, retry: false, status: result.status };
  }
  if (result.kind === 'not_connected') {
    const reason = `${name}: ${result.reason}`;
    return { code: 'not_connected', reason, fix: later, retry: true, status: null };
  }
  const reason = `${name} gave no answer in time. Nothing was published yet.`;
  return { code: 'no_answer', reason, fix: later, retry: true, status: result.status };
}

/** A call that only prepares: anything but a success is a definite refusal. */
export function settled(name: string, result: OutboundResult, read: Reader): Answer<Answered> {
  if (result.kind !== 'answered') return { ok: false, fault: silenceFault(name, result) };
  if (result.status >= 200 && result.status < 300) return { ok: true, value: result };
  return { ok: false, fault: read(result) };
}

/** An answer of the right status in a form that says nothing. */
export function unreadable(name: string, { status }: Answered): Fault {
  return {
    code: 'unreadable',
    reason: `${name} answered in a form that the hub does not understand. Nothing was published.`,
    fix: later,
    retry: false,
    status,
  };
}

export function refused(fault: Fault): Outcome {
  return { kind: 'refused', ...fault };
}

export function ended(calls: Calls, outcome: Outcome): Delivery {
  return { outcome, log: calls.log };
}

/** For the call that publishes, when it may have been carried out all the same. */
export function openOutcome(name: string, because: string): Outcome {
  return {
    kind: 'unknown',
    reason: `${because} Whether the post is on ${name} is not known. Look there before you publish again; it is not sent again by itself.`,
  };
}
