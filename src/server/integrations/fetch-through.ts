import type { Answered, HttpClient, OutboundResult } from './http-client.ts';

interface FetchRules {
  /** Until the answer is read, milliseconds. */
  totalMs: number;
  /** Of the answer's body; a longer answer is a failure, bytes. */
  maxBytes: number;
  /** What is thrown where there is no whole answer. */
  failure: (result: Exclude<OutboundResult, Answered> | { kind: 'too_long' }) => Error;
}

/** The one HTTP client as a `fetch`, for libraries that take one. Redirects are failures, since a key would go along. */
export function fetchThrough(send: HttpClient, { totalMs, maxBytes, failure }: FetchRules): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const result = await send({
      method: request.method,
      url: request.url,
      headers: Object.fromEntries(request.headers),
      ...(request.body ? { body: new Uint8Array(await request.arrayBuffer()) } : {}),
      signal: request.signal,
      totalMs,
      maxBytes,
    });
    if (result.kind !== 'answered') throw failure(result);
    if (result.cut) throw failure({ kind: 'too_long' });
    return responseOf(result);
  };
}

function responseOf({ status, headers, body }: Answered): Response {
  const kept = Object.entries(headers).filter(([name]) => name !== 'content-encoding');
  return new Response(body.length === 0 ? null : new Uint8Array(body), { status, headers: kept });
}
