import type { Endpoint, Output, Request } from '#shared/endpoint.ts';
import type { Issue } from '#shared/errors.ts';
import { isLegacyPath, markLegacyClosed } from './legacy-area.ts';
import { saveFile } from './lib/save-file.ts';
import { pressAnswered, pressKey } from './press-key.ts';
import { readToken, removeToken } from './token.ts';

/** Every failed call: an answer that is not a success, no answer at all, or one that is not understood. */
export class ApiError extends Error {
  /** 0 when no answer came. */
  readonly status: number;
  readonly code: string;
  readonly requestId: string | null;
  readonly issues: Issue[];
  readonly details: Record<string, unknown>;

  constructor(
    status: number,
    code: string,
    message: string,
    extra: { requestId?: string | null; issues?: Issue[]; details?: Record<string, unknown> } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.requestId = extra.requestId ?? null;
    this.issues = extra.issues ?? [];
    this.details = extra.details ?? {};
  }
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Sent instead of a JSON body, with its media type. */
  raw?: { type: string; bytes: Blob };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readIssues(value: unknown): Issue[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) =>
    isRecord(entry) && typeof entry.path === 'string' && typeof entry.message === 'string'
      ? [{ path: entry.path, message: entry.message }]
      : [],
  );
}

/** Turns any answer that is not a success into an ApiError; specification section 7 names the fallback text. */
export function errorOf(status: number, statusText: string, body: string): ApiError {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(body);
  } catch {
    // Not JSON: a proxy's page, for example. The status line says more than its text.
  }
  if (!isRecord(parsed))
    return new ApiError(status, 'internal', `${status}: ${statusText || 'no reason given'}`);
  return new ApiError(
    status,
    typeof parsed.code === 'string' ? parsed.code : 'internal',
    typeof parsed.message === 'string' ? parsed.message : `${status}: ${statusText}`,
    {
      requestId: typeof parsed.requestId === 'string' ? parsed.requestId : null,
      issues: readIssues(parsed.issues),
      details: isRecord(parsed.details) ? parsed.details : {},
    },
  );
}

/** The address of a call: ids into the path, the rest into the query. */
export function addressOf(endpoint: Endpoint, request: { params?: unknown; query?: unknown }): string {
  const params = isRecord(request.params) ? request.params : {};
  const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(isRecord(request.query) ? request.query : {})) {
    if (typeof value === 'string' ? value !== '' : typeof value === 'number' || typeof value === 'boolean') {
      query.set(name, String(value));
    }
  }
  const search = query.toString();
  return search ? `${path}?${search}` : path;
}

async function answerTo(address: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new ApiError(
      0,
      'unavailable',
      'The server cannot be reached. Check your connection and try again.',
    );
  }
  if (response.ok) return response;
  throw errorOf(response.status, response.statusText, await response.text());
}

/** A public answer for the pages before signing in, which do without contracts; the caller checks its shape. */
export async function readPublic(address: `/api/${string}`): Promise<unknown> {
  const response = await answerTo(address, { headers: { Accept: 'application/json' } });
  return response.json();
}

async function send(endpoint: Endpoint, request: Request<Endpoint>, options: CallOptions): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  const isInternal = isLegacyPath(location.pathname);
  // The internal area goes by its cookie, which a token would switch off.
  const token = isInternal ? null : readToken();
  if (token) headers.set('Authorization', `Bearer ${token}`);
  const init: RequestInit = { method: endpoint.method, headers, credentials: 'same-origin' };
  const json = request.body === undefined ? null : JSON.stringify(request.body);
  if (options.signal) init.signal = options.signal;
  if (options.raw) {
    headers.set('Content-Type', options.raw.type);
    init.body = options.raw.bytes;
  } else if (json !== null) {
    headers.set('Content-Type', 'application/json');
    init.body = json;
  }
  const address = addressOf(endpoint, request);
  // A file has no short form to recognise it by: it counts as another request each time.
  const press = endpoint.idempotent && !options.raw ? `${address} ${json ?? ''}` : null;
  if (press !== null) headers.set('Idempotency-Key', pressKey(press));
  try {
    const response = await answerTo(address, init);
    if (press !== null) pressAnswered(press);
    return response;
  } catch (error) {
    const answered = error instanceof ApiError && error.status > 0 && error.code !== 'in_progress';
    if (press !== null && answered) pressAnswered(press);
    // Only a 401 ends the session, and only for the token that was refused.
    const refused = error instanceof ApiError && error.status === 401;
    if (refused && token !== null && token === readToken()) removeToken();
    if (refused && isInternal && error.code === 'unauthenticated') markLegacyClosed();
    throw error;
  }
}

async function understand<E extends Endpoint>(endpoint: E, response: Response): Promise<Output<E>> {
  const body: unknown = response.status === 204 ? undefined : await response.json();
  const schema: E['output'] = endpoint.output;
  const reply = schema.safeParse(body);
  if (reply.success) return reply.data;
  throw new ApiError(
    response.status,
    'internal',
    'The server sent an answer that this page does not understand. Load the page again to get its newest version.',
    { requestId: response.headers.get('x-request-id') },
  );
}

/** One call of a declared endpoint: address, token, JSON, and either its typed answer or an ApiError. */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: Request<E> = {},
  options: CallOptions = {},
): Promise<Output<E>> {
  return understand(endpoint, await send(endpoint, request, options));
}

export interface Page<Rows> {
  rows: Rows;
  /** Rows that match the filter, over all pages. */
  total: number;
  /** Cursor of the next page. */
  next: string | null;
}

/** The cursor of `Link: <…?cursor=…>; rel="next"`. */
export function nextCursor(link: string | null): string | null {
  const target = /<([^>]*)>\s*;[^,]*\brel="?next"?/.exec(link ?? '')?.[1];
  return target ? new URL(target, 'http://hub.invalid').searchParams.get('cursor') : null;
}

/** One page of a list, with the total and the next cursor from the headers. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  request: Request<E> = {},
  options: CallOptions = {},
): Promise<Page<Output<E>>> {
  const response = await send(endpoint, request, options);
  const rows = await understand(endpoint, response);
  return {
    rows,
    total: Number(response.headers.get('x-total-count') ?? 0),
    next: nextCursor(response.headers.get('link')),
  };
}

/** A call whose answer is a file, saved under the name that the server gives it. */
export async function download<E extends Endpoint>(
  endpoint: E,
  request: Request<E>,
  fallbackName: string,
): Promise<void> {
  const response = await send(endpoint, request, {});
  const named = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  saveFile(await response.blob(), named ?? fallbackName);
}

/** What a person reads when a call failed. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof Error && error.message ? error.message : fallback;
}
