import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { can, isPermission, keyCan, permissions } from '#shared/access.ts';
import { AppError } from '#shared/errors.ts';
import { modules } from '#shared/modules.ts';
import type { AnyContext, Session } from '../context.ts';
import type { Hub } from '../hub.ts';
import { organizationOf } from '../ids.ts';
import { jobContext, linkContext, requestContext } from '../organization-context.ts';
import { allowEveryOrigin, answerPreflight } from './cors.ts';
import { answerOnce } from './idempotency.ts';
import { readInput, readParams } from './input.ts';
import { isSameOrigin, legacyCookieOf } from './legacy-cookie.ts';
import { MultipartBody } from './multipart.ts';
import { networkOf } from './network-of.ts';
import { serveOneClick } from './one-click.ts';
import { addressesOf, Download, Reply, type Route, worksWhenEnded } from './route.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
    /** Headers that sign this request's body; null = its body needs no signature. */
    signedBy: readonly string[] | null;
  }
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Registers every route of every feature, and 405 for the other methods at its addresses. */
export function serveRoutes(app: FastifyInstance, hub: Hub, routes: readonly Route[]): void {
  app.decorateRequest('session', null);
  app.decorateRequest('signedBy', null);
  const served = new Map<string, Set<string>>();
  for (const route of routes) {
    for (const url of addressesOf(route.endpoint)) {
      served.set(url, (served.get(url) ?? new Set()).add(route.endpoint.method));
      register(app, hub, route, url);
    }
    serveOneClick(app, route, async (request) => {
      await limitRate(hub, route, request);
      const params = readParams(route, request);
      const nothing = { query: {}, body: {}, raw: null, upload: null, signed: null };
      await route.handle(contextFor(hub, route, request), { params, ...nothing });
    });
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
      request.signedBy = endpoint.signedBy ?? null;
      await authorize(hub, route, request, url);
    },
    handler: (request, reply) => handle(hub, route, request, reply),
  });
}

/** The order of refusals is: 401, password due 403, tenant state 402, role 403, module 403. */
async function authorize(hub: Hub, route: Route, request: FastifyRequest, url: string): Promise<void> {
  const { endpoint } = route;
  if (endpoint.access !== 'public' && endpoint.access !== 'signed-link') {
    const session = await sessionOf(hub, request);
    request.session = session;
    try {
      permit(session, route, hub.services.clock.now(), url);
    } catch (error) {
      if (error instanceof AppError && error.status === 403 && !isDue(error))
        await recordDenial(hub, request, session, route);
      throw error;
    }
  }
  await limitRate(hub, route, request);
}

async function limitRate(hub: Hub, { endpoint }: Route, request: FastifyRequest): Promise<void> {
  const limit = endpoint.rate;
  if (!limit) return;
  const who = limit.per === 'user' && request.session ? request.session.id : networkOf(request.ip);
  await hub.services.rates.take(
    { name: `${endpoint.method} ${endpoint.path}`, calls: limit.calls, seconds: limit.seconds },
    who,
  );
}

async function sessionOf(hub: Hub, request: FastifyRequest): Promise<Session> {
  const cookie = legacyCookieOf(request.headers);
  if (cookie !== null) {
    const opened = await hub.findLegacy(cookie);
    if (!opened)
      throw new AppError('unauthenticated', 'The internal area is closed. Enter the access code again.');
    // A cookie goes along by itself: what changes something must come from a page of our own.
    if (request.method !== 'GET' && !isSameOrigin(request.headers))
      throw new AppError('origin_refused', 'This was sent by a page of another website, and was refused.');
    return opened;
  }
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
  if (session.kind === 'legacy' && url.startsWith('/api/v2/')) {
    throw new AppError('unauthenticated', 'Calls under /api/v2/ need a token.');
  }
  if (session.kind === 'api_key' && !url.startsWith('/api/v2/')) {
    throw new AppError('unauthenticated', 'API keys work under /api/v2/ only.');
  }
  if (session.mustChangePassword && !endpoint.whilePasswordDue) {
    throw new AppError('password_change_required', 'Change your password first.');
  }
  if (session.mustSetUpTotp && !endpoint.whilePasswordDue && !endpoint.whileFactorDue)
    throw new AppError(
      'totp_setup_required',
      'Set up two-factor sign-in first: your organization requires it.',
    );
  if (!worksWhenEnded(endpoint)) refuseEnded(session, now);
  if (!allowed(session, route)) throw new AppError('forbidden', 'Your role does not allow this.');
  if (module !== null && !moduleActive(session, module, now)) {
    throw new AppError('module_inactive', `${modules[module].name} is not part of your subscription.`);
  }
}

/** Who has a password or a second factor to set reached for nothing that is not theirs: the screen asks what is due. */
function isDue({ code }: AppError): boolean {
  return code === 'password_change_required' || code === 'totp_setup_required';
}

function allowed(session: Session, { endpoint }: Route): boolean {
  const { access } = endpoint;
  if (access === 'platform-owner')
    return session.kind === 'user' && session.isPlatform && session.role === 'owner';
  if (access === 'signed-in') return session.kind === 'user';
  if (access === 'legacy') return session.kind === 'legacy';
  if (!isPermission(access)) return false;
  if (session.kind === 'legacy' && !permissions[access].legacy) return false;
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
  const { endsAt = null } = subscription;
  if (subscription.status === 'cancelled' || (endsAt !== null && endsAt <= now.getTime()))
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
  try {
    const input = await readInput(route, request);
    const answer = await answerOnce(hub, route, request, context, input);
    return send(hub, route, request, reply, answer);
  } catch (error) {
    const denied = error instanceof AppError && (error.code === 'not_found' || error.code === 'forbidden');
    if (request.session && denied) {
      await recordDenial(hub, request, request.session, route);
    }
    throw error;
  } finally {
    if (request.body instanceof MultipartBody) await request.body.leave();
  }
}

function contextFor(hub: Hub, route: Route, request: FastifyRequest): AnyContext {
  const agent = request.headers['user-agent'];
  const about = { requestId: request.id, address: request.ip, userAgent: agent ? agent.slice(0, 300) : null };
  const log = hub.log.child({ requestId: request.id });
  const origin = request.headers.origin ?? null;
  if (request.session) return requestContext(hub, request.session, about, log);
  if (route.endpoint.access === 'signed-link') {
    const token = z.object({ token: z.string() }).safeParse(request.params).data?.token ?? '';
    const organizationId = organizationOf(token, 'hubl');
    if (organizationId === null)
      throw new AppError('not_found', 'This link is not right, or no longer works.');
    return linkContext(hub, organizationId, token, { ...about, origin }, log);
  }
  return {
    ...about,
    origin,
    database: hub.database,
    services: hub.services,
    log,
    host: request.hostname,
    organization: (organizationId) => jobContext(hub, organizationId),
  };
}

function send(
  hub: Hub,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
): FastifyReply {
  reply.header('cache-control', answer instanceof Download ? answer.cacheControl : 'no-store');
  if (answer instanceof Download) {
    return reply
      .header(
        'content-disposition',
        `${answer.inline ? 'inline' : 'attachment'}; filename="${answer.fileName.replace(/[^\w.-]+/g, '_')}"; filename*=UTF-8''${encodeURIComponent(answer.fileName)}`,
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
