import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { can, isPermission, keyCan } from '#shared/access.ts';
import { AppError } from '#shared/errors.ts';
import { modules } from '#shared/modules.ts';
import type { AnyContext, Session } from '../context.ts';
import type { Hub } from '../hub.ts';
import { organizationOf } from '../ids.ts';
import { linkContext, requestContext } from '../organization-context.ts';
import { allowEveryOrigin, answerPreflight } from './cors.ts';
import { issuesOf } from './errors.ts';
import { answerOnce } from './idempotency.ts';
import { issueWords } from './issue-words.ts';
import { addressesOf, Download, RawInput, Reply, type Route, worksWhenEnded } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Registers every route of every feature, and 405 for the other methods at its addresses. */
export function serveRoutes(app: FastifyInstance, hub: Hub, routes: readonly Route[]): void {
  app.decorateRequest('session', null);
  const served = new Map<string, Set<string>>();
  for (const route of routes) {
    for (const url of addressesOf(route.endpoint)) {
      served.set(url, (served.get(url) ?? new Set()).add(route.endpoint.method));
      register(app, hub, route, url);
    }
  }
  for (const url of routes
    .filter(({ endpoint }) => endpoint.cors)
    .flatMap((one) => addressesOf(one.endpoint))) {
    served.get(url)?.add('OPTIONS');
    answerPreflight(app, url);
  }
  for (const [url, known] of served) {
    app.route({
      method: methods.filter((method) => !known.has(method)),
      url,
      config: { refused: true },
      onRequest: (_request, reply) => {
        reply.header('allow', [...known].join(', '));
        return Promise.reject(
          new AppError('method_not_allowed', `This address answers ${[...known].join(' and ')} only.`),
        );
      },
      handler: () => undefined,
    });
  }
}

function register(app: FastifyInstance, hub: Hub, route: Route, url: string): void {
  const { endpoint } = route;
  app.route({
    method: endpoint.method,
    url,
    ...(endpoint.bodyLimit === undefined ? {} : { bodyLimit: endpoint.bodyLimit }),
    config: { endpoint: route },
    // Before the body is read: nobody without the right makes the server take 35 MB.
    onRequest: async (request, reply) => {
      if (endpoint.cors) allowEveryOrigin(reply);
      await authorize(hub, route, request, url);
    },
    handler: (request, reply) => handle(hub, route, request, reply),
  });
}

/** The order of refusals is: 401, password due 403, tenant state 402, role 403, module 403. */
async function authorize(hub: Hub, route: Route, request: FastifyRequest, url: string): Promise<void> {
  const { endpoint } = route;
  const limit = endpoint.rate;
  if (endpoint.access !== 'public' && endpoint.access !== 'signed-link') {
    const session = await sessionOf(hub, request);
    request.session = session;
    try {
      permit(session, route, hub.services.clock.now(), url);
    } catch (error) {
      if (error instanceof AppError && error.status === 403) await recordDenial(hub, request, session, route);
      throw error;
    }
  }
  if (limit) {
    const who = limit.per === 'user' && request.session ? request.session.id : request.ip;
    await hub.services.rates.take(
      { name: `${endpoint.method} ${endpoint.path}`, calls: limit.calls, seconds: limit.seconds },
      who,
    );
  }
}

async function sessionOf(hub: Hub, request: FastifyRequest): Promise<Session> {
  const header = request.headers.authorization;
  if (header === undefined) throw new AppError('unauthenticated', 'No authentication token');
  const token = /^Bearer +([A-Za-z0-9_.-]{10,300})$/i.exec(header)?.[1];
  const session = token === undefined ? null : await hub.authenticator.find(token);
  if (!session) throw new AppError('unauthenticated', 'Your session has ended. Sign in again.');
  return session;
}

/** Whether the session may make this call now. Pure, so that the access matrix can be checked against it. */
export function permit(session: Session, route: Route, now: Date, url: string): void {
  const { endpoint, module } = route;
  if (session.kind === 'api_key' && !url.startsWith('/api/v2/')) {
    throw new AppError('unauthenticated', 'API keys work under /api/v2/ only.');
  }
  if (session.mustChangePassword && !endpoint.whilePasswordDue) {
    throw new AppError('password_change_required', 'Change your password first.');
  }
  if (!worksWhenEnded(endpoint)) refuseEnded(session, now);
  if (!allowed(session, route)) throw new AppError('forbidden', 'Your role does not allow this.');
  if (module !== null && !moduleActive(session, module, now)) {
    throw new AppError('module_inactive', `${modules[module].name} is not part of your subscription.`);
  }
}

function allowed(session: Session, { endpoint }: Route): boolean {
  const { access } = endpoint;
  if (access === 'platform-owner')
    return session.kind === 'user' && session.isPlatform && session.role === 'owner';
  if (access === 'signed-in') return session.kind === 'user';
  if (!isPermission(access)) return false;
  return session.scopes ? keyCan(session.scopes, access) : can(session.role, access);
}

export function moduleActive(
  session: Pick<Session, 'modules'>,
  module: keyof typeof modules,
  now: Date,
): boolean {
  const endsAt = session.modules.get(module);
  return endsAt === null || (endsAt !== undefined && endsAt > now.getTime());
}

/** @throws AppError 402 for what a tenant may not do after its trial, or while suspended or cancelled. */
export function refuseEnded({ subscription }: Pick<Session, 'subscription'>, now: Date): void {
  if (!subscription) return;
  if (subscription.status === 'suspended')
    throw new AppError(
      'suspended',
      'This account is suspended: you can read and export, but not change or send anything. Ask your administrator.',
    );
  if (subscription.status === 'cancelled')
    throw new AppError(
      'cancelled',
      'This subscription is cancelled: you can read and export, but not change or send anything. Ask your administrator.',
    );
  if (
    subscription.status === 'trial' &&
    subscription.trialEndsAt !== null &&
    subscription.trialEndsAt <= now.getTime()
  ) {
    throw new AppError(
      'trial_ended',
      'The free trial has ended: you can read and export, but not change or send anything. An owner can set up payment under Billing.',
    );
  }
}

async function handle(
  hub: Hub,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const context = contextFor(hub, route, request);
  const raw = request.body instanceof RawInput ? request.body : null;
  if (raw && !route.endpoint.raw?.types.includes(raw.type)) {
    throw new AppError('unsupported_type', 'This kind of content is not accepted here. Send JSON.');
  }
  const input = {
    params: parseObject(route, 'params', request.params),
    query: parseObject(route, 'query', request.query),
    body: raw ? undefined : parsePart(route, 'body', request.body ?? {}),
    raw,
  };
  try {
    const answer = await answerOnce(hub, route, request, context, input);
    return send(hub, route, request, reply, answer);
  } catch (error) {
    const denied = error instanceof AppError && (error.code === 'not_found' || error.code === 'forbidden');
    if (request.session && denied) {
      await recordDenial(hub, request, request.session, route);
    }
    throw error;
  }
}

function contextFor(hub: Hub, route: Route, request: FastifyRequest): AnyContext {
  const agent = request.headers['user-agent'];
  const about = { requestId: request.id, address: request.ip, userAgent: agent ? agent.slice(0, 300) : null };
  const log = hub.log.child({ requestId: request.id });
  if (request.session) return requestContext(hub, request.session, about, log);
  if (route.endpoint.access === 'signed-link') {
    const token = z.object({ token: z.string() }).safeParse(request.params).data?.token ?? '';
    const organizationId = organizationOf(token, 'hubl');
    if (organizationId === null)
      throw new AppError('not_found', 'This link is not right, or no longer works.');
    return linkContext(hub, organizationId, token, about, log);
  }
  return {
    ...about,
    database: hub.database,
    services: hub.services,
    log,
    host: request.hostname,
  };
}

function parseObject(route: Route, part: 'params' | 'query', value: unknown): Record<string, unknown> {
  const parsed = parsePart(route, part, value);
  return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
}

/** A path that cannot name a row is answered like one that names none; anything else that does not fit is a 400. */
function parsePart(route: Route, part: 'params' | 'query' | 'body', value: unknown): unknown {
  const schema: z.ZodType = route.endpoint[part];
  const parsed = schema.safeParse(value, { error: issueWords });
  if (parsed.success) return parsed.data;
  if (part === 'params' && parsed.error.issues.some((one) => String(one.path[0]) in route.endpoint.ids)) {
    throw new AppError('not_found', 'There is nothing at this address.');
  }
  const issues = issuesOf(parsed.error);
  throw new AppError('invalid', issues[0]?.message ?? 'The request is not valid.', { issues });
}

function send(
  hub: Hub,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): FastifyReply {
  reply.header('cache-control', 'no-store');
  if (answer instanceof Download) {
    return reply
      .header(
        'content-disposition',
        `attachment; filename="${answer.fileName.replace(/[^\w.-]+/g, '_')}"; filename*=UTF-8''${encodeURIComponent(answer.fileName)}`,
      )
      .header('content-security-policy', "default-src 'none'; sandbox")
      .type(answer.contentType)
      .send(
        answer.bytes instanceof Uint8Array
          ? Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength)
          : Readable.from(answer.bytes),
      );
  }
  const { endpoint } = route;
  const body = answer instanceof Reply ? answer.body : answer;
  const status = (answer instanceof Reply ? answer.status : undefined) ?? endpoint.status ?? 200;
  if (answer instanceof Reply) reply.headers(headersFor(request, answer.headers));
  if (status === 204) return reply.status(204).send();
  // Lists select exactly their columns; checking 200 rows again on every call buys nothing outside tests.
  const checked = endpoint.trusted && !hub.checkReplies ? body : endpoint.output.parse(body);
  return reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(checked));
}

/** The next page of a call under /api/v2/ is there too: an API key works nowhere else. */
function headersFor(request: FastifyRequest, headers: Record<string, string>): Record<string, string> {
  const { link } = headers;
  if (link === undefined || !request.url.startsWith('/api/v2/')) return headers;
  return { ...headers, link: link.replace(/^<\/api\/(?!v2\/)/, '</api/v2/') };
}

/** A refused call of someone signed in is a security event, the same for foreign and absent rows. */
async function recordDenial(
  hub: Hub,
  request: FastifyRequest,
  session: Session,
  route: Route,
): Promise<void> {
  const about = { requestId: request.id, address: request.ip, userAgent: null };
  const subject = `${request.method} ${request.url.split('?')[0]}`.slice(0, 300);
  await requestContext(hub, session, about, hub.log).tx((tx) =>
    tx.audit({
      action: 'access.denied',
      outcome: 'denied',
      subject,
      details: { access: route.endpoint.access },
    }),
  );
}
