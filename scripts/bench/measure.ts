import autocannon from 'autocannon';

export interface Load {
  url: string;
  token: string;
  /** Paths that the requests go round. */
  requests: { method: 'GET' | 'PATCH'; path: string; body?: string }[];
  seconds: number;
}

export interface Measured {
  perSecond: number;
  p99: number;
  failures: number;
}

/** Loads one address with 8 connections for a bounded time. */
export async function load({ url, token, requests, seconds }: Load): Promise<Measured> {
  const result = await autocannon({
    url,
    connections: 8,
    duration: seconds,
    requests: requests.map(({ method, path, body }) => ({
      method,
      path,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body } : {}),
    })),
  });
  return {
    perSecond: result.requests.average,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
