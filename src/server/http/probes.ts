import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import client from 'prom-client';
import { AppError } from '#shared/errors.ts';
import type { Config } from '../config.ts';
import type { Hub } from '../hub.ts';

/** How long an answer of /readyz is reused, milliseconds: probes must not become load. */
const readyCacheMs = 1000;

export interface Readiness {
  /** Set when the process has begun to stop. */
  stopping: boolean;
}

/** `/healthz`, `/readyz` and `/metrics` (contract section 1). */
export function serveProbes(app: FastifyInstance, hub: Hub, readiness: Readiness): void {
  app.get('/healthz', { config: { probe: true }, logLevel: 'silent' }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  let checked: { at: number; ready: Promise<boolean> } = {
    at: Number.NEGATIVE_INFINITY,
    ready: Promise.resolve(false),
  };
  app.get('/readyz', { config: { probe: true }, logLevel: 'silent' }, async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    const now = performance.now();
    if (now - checked.at > readyCacheMs) checked = { at: now, ready: ready(hub) };
    const ok = !readiness.stopping && (await checked.ready);
    return reply.status(ok ? 200 : 503).send({ status: ok ? 'ready' : 'not ready' });
  });

  const registry = new client.Registry();
  client.collectDefaultMetrics({ register: registry });
  const seconds = new client.Histogram({
    name: 'hub_http_request_seconds',
    help: 'Duration of HTTP requests',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    seconds.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1000);
  });
  app.get('/metrics', { config: { probe: true }, logLevel: 'silent' }, async (request, reply) => {
    if (!mayReadMetrics(request.headers.authorization, request.socket.remoteAddress, hub.services.config)) {
      throw new AppError('not_found', 'There is nothing at this address.');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

async function ready(hub: Hub): Promise<boolean> {
  try {
    await hub.database.asOwner('select 1');
    return hub.open.listener.connected;
  } catch {
    // What is wrong is in the log of whatever hit it; the probe only says no.
    return false;
  }
}

/** Without a token only this machine may read them, and nobody where a proxy on this machine hands requests on. */
function mayReadMetrics(
  header: string | undefined,
  address: string | undefined,
  { metricsToken: token, trustProxy }: Config,
): boolean {
  if (token === null && trustProxy.length > 0) return false;
  if (token === null) return address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1';
  const given = Buffer.from(header ?? '');
  const right = Buffer.from(`Bearer ${token}`);
  return given.length === right.length && timingSafeEqual(given, right);
}
