import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { AppError } from '#shared/errors.ts';
import { jsonLimit, readBodies } from './http/body.ts';
import { answerError, answerUnreadable } from './http/errors.ts';
import { securityHeaders } from './http/headers.ts';
import { apiPage, openApiDocument } from './http/openapi.ts';
import { servePages } from './http/pages.ts';
import { type Readiness, serveProbes } from './http/probes.ts';
import { Realtime } from './http/realtime.ts';
import type { Route } from './http/route.ts';
import { serveRoutes } from './http/serve.ts';
import { serveWrittenPages } from './http/written-pages.ts';
import type { Hub } from './hub.ts';

export interface App {
  fastify: FastifyInstance;
  realtime: Realtime;
  readiness: Readiness;
  /** Every open connection, also those that have sent nothing yet. */
  connections: ReadonlySet<Socket>;
}

/** Longest URL-encoded path parameter: a thread id of 200 characters, three bytes each, percent-encoded. */
const maxParamLength = 2000;

/** Builds the HTTP application over a hub; it does not listen. Tests inject requests into it. */
export async function buildApp(
  hub: Hub,
  routes: readonly Route[],
  options: { webFolder: string },
): Promise<App> {
  const { config } = hub.services;
  const logger: FastifyBaseLogger = hub.log;
  const fastify = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: jsonLimit,
    routerOptions: { maxParamLength },
    // Taken as GET below; a route of its own for each would only fill the router.
    exposeHeadRoutes: false,
    // A whole request, uploads of 200 MB on a slow line included; headers have their own, shorter limit below.
    requestTimeout: 600_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket),
  });
  // Slow clients must not hold connections.
  fastify.server.headersTimeout = 10_000;
  fastify.server.keepAliveTimeout = 65_000;
  // A HEAD is answered like a GET (RFC 9110 section 9.3.2); Node keeps the body back, as it saw the method before.
  fastify.server.prependListener('request', (request) => {
    if (request.method === 'HEAD') request.method = 'GET';
  });
  const { realtime, readiness } = await assemble(fastify, hub, routes, options.webFolder);
  const connections = new Set<Socket>();
  fastify.server.on('connection', (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  await fastify.ready();
  return { fastify, realtime, readiness, connections };
}

/** Puts every route and hook onto a server: the only place that does, so that the guards see all of them. */
export async function assemble(
  fastify: FastifyInstance,
  hub: Hub,
  routes: readonly Route[],
  webFolder: string,
): Promise<Pick<App, 'realtime' | 'readiness'>> {
  const { config } = hub.services;
  fastify.setErrorHandler((error, request, reply) => answerError(error, request, reply));
  fastify.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  const readiness: Readiness = { stopping: false };
  // While the server stops, a connection ends with its answer: kept alive, it would hold the stop.
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (readiness.stopping) reply.header('connection', 'close');
    done(null, payload);
  });
  securityHeaders(fastify, config.publicUrl);
  readBodies(fastify);
  serveProbes(fastify, hub, readiness);
  const realtime = new Realtime(hub);
  if (config.role === 'worker') {
    fastify.setNotFoundHandler(() => {
      throw new AppError('not_found', 'This process runs jobs; it serves no pages and no calls.');
    });
  } else {
    serveRoutes(fastify, hub, routes);
    let document: string | null = null;
    fastify.get('/api/openapi.json', { config: { document: true } }, (_request, reply) => {
      document ??= JSON.stringify(openApiDocument(routes, config.publicUrl));
      return reply.type('application/json; charset=utf-8').send(document);
    });
    fastify.get('/api/docs', { config: { document: true } }, (_request, reply) =>
      reply
        .header(
          'content-security-policy',
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
        )
        .type('text/html; charset=utf-8')
        .send(apiPage(routes)),
    );
    serveWrittenPages(fastify, hub, webFolder);
    await servePages(fastify, webFolder);
    realtime.attach(fastify.server);
  }
  return { realtime, readiness };
}

/** What a route that is not from a contract is for; a route without such a mark is refused by the guards. */
const marks = ['endpoint', 'refused', 'probe', 'document', 'page', 'asset'];

export function isDeclared(config: object | undefined): boolean {
  return config !== undefined && marks.some((mark) => mark in config);
}
