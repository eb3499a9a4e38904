import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError, type ErrorBody, type Issue } from '#shared/errors.ts';

/** Fastify's own refusals of a request, before any handler ran. */
const frameworkErrors: Record<string, () => AppError> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError(
      'unsupported_type',
      'This kind of content is not accepted here. Send JSON, or what the API page names.',
    ),
  FST_ERR_CTP_BODY_TOO_LARGE: () => tooLarge(),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new AppError('invalid', 'The length of the body does not match the Content-Length header.'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => new AppError('invalid', 'The body is not valid JSON.'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new AppError('invalid', 'The body is empty.'),
  FST_ERR_BAD_URL: () => new AppError('not_found', 'There is nothing at this address.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new AppError('not_found', 'There is nothing at this address.'),
};

export function tooLarge(): AppError {
  return new AppError('too_large', 'This is larger than can be taken here.');
}

const unavailableStates = new Set(['57P01', '57P02', '57P03', '53300', '53400', '58030', '53100']);
const connectionErrors =
  /ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|timeout exceeded when trying to connect|Connection terminated|connection is closed/i;

/** SQLSTATE of a database error; Drizzle wraps the driver's error as the cause. */
export function sqlState(error: unknown): string | null {
  for (let inner: unknown = error; inner instanceof Error; inner = inner.cause) {
    if ('code' in inner && typeof inner.code === 'string' && /^[0-9A-Z]{5}$/.test(inner.code))
      return inner.code;
  }
  return null;
}

/** The constraint or unique index that refused a statement, or null. */
export function constraintOf(error: unknown): string | null {
  for (let inner: unknown = error; inner instanceof Error; inner = inner.cause) {
    if ('constraint' in inner && typeof inner.constraint === 'string') return inner.constraint;
  }
  return null;
}

function databaseError(error: unknown): AppError | null {
  const state = sqlState(error);
  if (state === '22021' || state === '22P05')
    return new AppError('invalid', 'The text contains characters that cannot be stored.');
  if (state === '40001' || state === '40P01')
    return new AppError('conflict', 'Someone changed this at the same moment. Try again.');
  if (state === '57014')
    return new AppError(
      'unavailable',
      'This took too long and was stopped. Try again, or narrow the search.',
    );
  if (state !== null && (unavailableStates.has(state) || state.startsWith('08'))) return unavailable();
  for (let inner: unknown = error; inner instanceof Error; inner = inner.cause) {
    if (connectionErrors.test(inner.message) || inner.name === 'ConnectionLost') return unavailable();
    // The server refused or ended the connection, for whatever reason: no statement was at fault.
    if ('severity' in inner && inner.severity === 'FATAL') return unavailable();
  }
  return null;
}

function unavailable(): AppError {
  return new AppError(
    'unavailable',
    'The database does not answer at this moment. Try again in a few seconds.',
    { retryAfter: 5 },
  );
}

/** Any thrown value as the one error that is answered; what is not known becomes `internal`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isFastifyError(error)) {
    const known = frameworkErrors[error.code];
    if (known) return known();
    if (error.statusCode !== undefined && error.statusCode < 500)
      return new AppError('invalid', 'The request could not be read.');
  }
  // Node's error for a request whose sender went away; its answer reaches nobody.
  if (error instanceof Error && error.message === 'aborted')
    return new AppError('invalid', 'The connection ended before the whole body had come.');
  return (
    databaseError(error) ??
    new AppError(
      'internal',
      'Something failed on our side and was recorded. Try again; if it stays, tell your administrator the request id.',
      { cause: error },
    )
  );
}

function isFastifyError(error: unknown): error is FastifyError {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    error.code.startsWith('FST_')
  );
}

/** A 503 without a cause is no fault but a state, such as a chat that is off: strangers may ask for it all day. */
function isKnownState(error: unknown): boolean {
  return error instanceof AppError && error.status === 503 && error.cause === undefined;
}

/** Answers any failure: the only place that does. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error);
  if (known.status >= 500 && !isKnownState(error))
    request.log.error({ err: loggable(error), route: request.routeOptions.url }, known.code);
  const body: ErrorBody = { message: known.message, code: known.code, requestId: request.id };
  if (known.issues) body.issues = known.issues;
  if (known.details) body.details = known.details;
  if (known.retryAfter !== undefined) reply.header('retry-after', String(known.retryAfter));
  if (known.code === 'too_large') reply.header('connection', 'close');
  return reply
    .status(known.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** What Node could not read as HTTP, by its error's code; anything else is a bad request. */
const unreadable: Record<string, { status: string; error: AppError }> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    error: new AppError('too_large', 'The headers of this request are too long.'),
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    error: new AppError('invalid', 'The request did not come in time.'),
  },
};
const badRequest = {
  status: '400 Bad Request',
  error: new AppError('invalid', 'The request could not be read.'),
};

/** Answers what never became a request, in the same shape as every other failure, and ends the connection. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, error: known } = unreadable[error.code ?? ''] ?? badRequest;
  const requestId = randomUUID();
  const body = JSON.stringify({ message: known.message, code: known.code, requestId });
  const headers = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`);
  socket.destroySoon();
}

/** Drizzle puts the values of a failed query into its message: only the cause goes to the log. */
export function loggable(error: unknown): unknown {
  return error instanceof Error && error.message.startsWith('Failed query') && error.cause
    ? error.cause
    : error;
}

/** Zod's findings as the issues of the wire. */
export function issuesOf(error: z.ZodError): Issue[] {
  return error.issues.slice(0, 100).map((one) => ({
    path: one.path.map(String).join('.').slice(0, 300),
    message: (one.code === 'unrecognized_keys' ? `Unknown field: ${one.keys.join(', ')}` : one.message).slice(
      0,
      500,
    ),
  }));
}
