import { lookup as systemLookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { AddressRefused, type Found, guardedLookup } from './guarded-address.ts';
import { visibleAddressFault } from './visible-address.ts';

export interface OutboundRequest {
  method: string;
  url: string;
  /** `host`, `content-length` and `connection` are set by the client. */
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal;
  /** Until the connection stands, name and TLS included, milliseconds. */
  connectMs?: number;
  /** Until the answer is read, milliseconds. */
  totalMs?: number;
  /** Of the answer's body; what is longer is cut off, bytes. */
  maxBytes?: number;
}

/** An answer that was read to its end, or to the limit of its size. */
export interface Answered {
  kind: 'answered';
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: Buffer;
  /** Whether the body was longer than the limit. */
  cut: boolean;
}

/**
 * What came of a request. The reasons are sentences for the person who reads them and say nothing about which ports
 * are open inside the operator's network.
 */
export type OutboundResult =
  | Answered
  /** A 3xx: never followed, since it may lead inside, and credentials would go along. `location` is not judged. */
  | { kind: 'redirected'; status: number; reason: string; location: string | null }
  /** The address may not be used. Nothing was sent. */
  | { kind: 'blocked'; reason: string }
  /** Definitely not sent: no name, no connection, no TLS. May be tried again. */
  | { kind: 'not_connected'; reason: string; aborted: boolean }
  /** The connection stood, so the request may have arrived, and there is no whole answer. */
  | { kind: 'unknown'; reason: string; status: number | null; aborted: boolean };

/** Never rejects for what the network or the other side does. */
export type HttpClient = (request: OutboundRequest) => Promise<OutboundResult>;

export interface HttpClientOptions {
  /** HUB_ALLOW_PRIVATE_HOSTS. */
  allowPrivate: boolean;
  /** All addresses of a name; the system's unless a test says otherwise. */
  resolve?: (host: string) => Promise<Found[]>;
  /** Further authorities for TLS, PEM; for tests. */
  ca?: string;
}

const usual = { connectMs: 5000, totalMs: 15_000, maxBytes: 1024 * 1024 };

/**
 * The one client for addresses that a tenant named. The address is judged when the connection is made: a name is resolved
 * once and exactly what was judged is connected to, so that a name with changing addresses leads nowhere else. Every
 * request has a connection of its own, since a kept one may be dead and would leave open whether a request arrived.
 */
export function httpClient({ allowPrivate, resolve, ca }: HttpClientOptions): HttpClient {
  const find = resolve ?? ((host: string) => systemLookup(host, { all: true, verbatim: true }));
  return (request) => {
    const fault = visibleAddressFault(request.url, allowPrivate);
    if (fault !== null) return Promise.resolve({ kind: 'blocked', reason: fault });
    return new Promise((done) => new Exchange(request, guardedLookup(allowPrivate, find), ca, done));
  };
}

/** One request and its answer. */
class Exchange {
  private readonly request: OutboundRequest;
  private readonly done: (result: OutboundResult) => void;
  private readonly call: http.ClientRequest;
  private readonly timers: NodeJS.Timeout[];
  private connected = false;
  private ended = false;
  private status: number | null = null;

  constructor(
    request: OutboundRequest,
    lookup: LookupFunction,
    ca: string | undefined,
    done: (result: OutboundResult) => void,
  ) {
    this.request = request;
    this.done = done;
    const url = new URL(request.url);
    const secure = url.protocol === 'https:';
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const body = request.body === undefined ? null : Buffer.from(request.body);
    this.call = (secure ? https : http).request({
      host,
      port: url.port === '' ? (secure ? 443 : 80) : Number(url.port),
      path: `${url.pathname}${url.search}`,
      method: request.method,
      headers: {
        'accept-encoding': 'identity',
        'user-agent': 'ai-hub',
        ...request.headers,
        host: url.host,
        connection: 'close',
        ...(body === null ? {} : { 'content-length': body.length }),
      },
      agent: false,
      lookup,
      ...(secure && isIP(host) === 0 ? { servername: host } : {}),
      ...(ca === undefined ? {} : { ca }),
    });
    const { connectMs, totalMs } = { ...usual, ...request };
    this.timers = [
      setTimeout(() => !this.connected && this.fail(new Error('connect time-out')), connectMs),
      setTimeout(() => this.fail(new Error('time-out')), totalMs),
    ];
    request.signal?.addEventListener('abort', this.abort);
    this.call.on('socket', (socket) => this.watch(socket, secure));
    this.call.on('error', (error) => this.fail(error));
    this.call.on('response', (answer) => void this.read(answer));
    if (request.signal?.aborted) this.abort();
    else this.call.end(body ?? undefined);
  }

  private readonly abort = () => this.fail(new Error('aborted'));

  /** From here on bytes of the request may have left. */
  private watch(socket: Socket, secure: boolean): void {
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      this.connected = true;
    });
  }

  private async read(answer: http.IncomingMessage): Promise<void> {
    const status = answer.statusCode ?? 0;
    this.status = status;
    if (status >= 300 && status < 400) {
      const reason = `The address answered with a redirect (${status}), which is not followed. Enter the address that it leads to.`;
      const named = answer.headers.location;
      const location = named === undefined ? null : (URL.parse(named, this.request.url)?.href ?? null);
      this.end({ kind: 'redirected', status, reason, location });
      return;
    }
    const limit = this.request.maxBytes ?? usual.maxBytes;
    const parts: Buffer[] = [];
    let length = 0;
    try {
      for await (const part of answer) {
        if (!Buffer.isBuffer(part)) continue;
        parts.push(part.subarray(0, limit - length));
        length += part.length;
        if (length > limit) break;
      }
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    const headers = Object.fromEntries(
      Object.entries(answer.headers).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    );
    this.end({ kind: 'answered', status, headers, body: Buffer.concat(parts), cut: length > limit });
  }

  private fail(error: Error): void {
    const aborted = this.request.signal?.aborted ?? false;
    if (error instanceof AddressRefused) this.end({ kind: 'blocked', reason: error.message });
    else if (!this.connected) this.end({ kind: 'not_connected', reason: connectWords(error), aborted });
    else {
      const reason = 'The request was sent, but no whole answer came back. It may have been carried out.';
      this.end({ kind: 'unknown', reason, status: this.status, aborted });
    }
  }

  private end(result: OutboundResult): void {
    if (this.ended) return;
    this.ended = true;
    for (const timer of this.timers) clearTimeout(timer);
    this.request.signal?.removeEventListener('abort', this.abort);
    this.call.destroy();
    this.done(result);
  }
}

/** A name and a certificate are the tenant's to mend. Refused and silent ports are told apart for nobody. */
function connectWords(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'ENODATA')
    return 'The name of the server was not found. Nothing was sent.';
  if (/CERT|ALTNAME|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return 'The certificate of the server is not valid for this address. Nothing was sent.';
  return 'The server could not be reached. Nothing was sent.';
}
