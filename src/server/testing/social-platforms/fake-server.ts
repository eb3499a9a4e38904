import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export interface SeenRequest {
  method: string;
  /** Still encoded, without the query. */
  path: string;
  query: URLSearchParams;
  headers: Record<string, string>;
  body: Buffer;
}

export interface FakeReply {
  status: number;
  headers?: Record<string, string>;
  /** Sent as JSON unless it is text. */
  body?: unknown;
}

/** What goes wrong instead of the usual answer. */
export type FakeFault =
  /** Nothing is done, and this is answered. */
  | ({ do: 'answer' } & FakeReply)
  /** Nothing is done and nothing answered. */
  | { do: 'hang' }
  /** Nothing is done and the connection is cut. */
  | { do: 'drop' }
  /** It is done, and the answer is lost on the way. */
  | { do: 'act_then_drop' }
  /** It is done and answered after a while. */
  | { do: 'act_late'; afterMs: number }
  /** An answer without an end, as fast as it is taken, or a byte every 50 ms. */
  | { do: 'flood' | 'drip' };

/** What a request is and what the server does about it. */
export interface Routed<Step extends string> {
  step: Step;
  act: () => FakeReply | Promise<FakeReply>;
}

export interface FakeServer<Step extends string> {
  /** Origin on loopback, without a slash at the end. */
  address: string;
  /** All that came, oldest first. */
  requests: SeenRequest[];
  /** The next requests of a step go wrong like this, in order; after them it works again. `null` = this one works. */
  script(step: Step, ...faults: (FakeFault | null)[]): void;
  /** Ends at once, open connections included. */
  stop(): Promise<void>;
}

/** An HTTP server on loopback whose answers can be scripted. */
export async function startFakeServer<Step extends string>(
  route: (seen: SeenRequest) => Routed<Step> | null,
): Promise<FakeServer<Step>> {
  const requests: SeenRequest[] = [];
  const planned = new Map<Step, (FakeFault | null)[]>();
  const sockets = new Set<Socket>();
  const serve = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const seen = await read(request);
    requests.push(seen);
    const routed = route(seen);
    if (!routed) return send(reply, { status: 404, body: { message: 'Not Found', status: 404 } });
    const fault = planned.get(routed.step)?.shift() ?? null;
    if (fault === null) return send(reply, await routed.act());
    return misbehave(fault, routed, reply);
  };
  const server = createServer((request, reply) => {
    serve(request, reply).catch((error: unknown) =>
      send(reply, { status: 500, body: { message: String(error), status: 500 } }),
    );
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const at = server.address();
  if (at === null || typeof at === 'string') throw new Error('The server does not listen.');
  return {
    address: `http://127.0.0.1:${at.port}`,
    requests,
    script: (step, ...faults) => planned.set(step, [...(planned.get(step) ?? []), ...faults]),
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function read(request: IncomingMessage): Promise<SeenRequest> {
  const parts: Buffer[] = [];
  for await (const part of request) if (Buffer.isBuffer(part)) parts.push(part);
  const url = new URL(request.url ?? '/', 'http://fake.invalid');
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value]] : [],
  );
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(parts),
  };
}

function send(reply: ServerResponse, { status, headers = {}, body }: FakeReply): void {
  const text = typeof body === 'string';
  const type = text ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  reply.writeHead(status, body === undefined ? headers : { 'content-type': type, ...headers });
  reply.end(body === undefined || text ? body : JSON.stringify(body));
}

async function misbehave<Step extends string>(
  fault: FakeFault,
  routed: Routed<Step>,
  reply: ServerResponse,
): Promise<void> {
  switch (fault.do) {
    case 'answer':
      send(reply, fault);
      break;
    case 'hang':
      break;
    case 'drop':
      reply.destroy();
      break;
    case 'act_then_drop':
      await routed.act();
      reply.destroy();
      break;
    case 'act_late': {
      const answer = await routed.act();
      setTimeout(() => send(reply, answer), fault.afterMs);
      break;
    }
    case 'flood':
      flood(reply);
      break;
    case 'drip': {
      const drip = setInterval(() => reply.write('.'), 50);
      reply.on('close', () => clearInterval(drip));
      break;
    }
  }
}

function flood(reply: ServerResponse): void {
  const block = Buffer.alloc(65_536, 'x');
  const more = (): void => {
    if (reply.destroyed) return;
    if (reply.write(block)) setImmediate(more);
    else reply.once('drain', more);
  };
  more();
}
