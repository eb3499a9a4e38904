import type { Api, Endpoint, Input, Output } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import type { ModuleType } from '#shared/modules.ts';
import type { AnyContext, Context, LinkContext, PublicContext } from '../context.ts';

/** A body that is not JSON, as a stream with its media type; only for endpoints that declare `raw`. */
export class RawInput {
  readonly type: string;
  readonly stream: AsyncIterable<Uint8Array>;

  constructor(type: string, stream: AsyncIterable<Uint8Array>) {
    this.type = type;
    this.stream = stream;
  }
}

/** A JSON body as it came, with the headers that sign it; only for endpoints that declare `signedBy`. */
export class SignedInput {
  readonly bytes: Buffer;
  /** Names in lower case; one that was not sent is left out. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(bytes: Buffer, headers: Readonly<Record<string, string>>) {
    this.bytes = bytes;
    this.headers = headers;
  }
}

/** The one file of a multipart body; only for endpoints that declare `upload`. */
export interface UploadInput {
  /** As the sender calls it, without folders; at most 255 characters. */
  fileName: string;
  /** Media type that the sender declares, in lower case: a claim, nothing more. */
  type: string;
  /**
   * The bytes, to be read once and to the end. Throws AppError: `too_large` as soon as the limit is passed, `invalid`
   * for a body that ends early and for whatever else stands in it.
   */
  stream: AsyncIterable<Uint8Array>;
}

/** What a handler receives beside the parsed parts of the request. */
export interface Bodies {
  raw: RawInput | null;
  upload: UploadInput | null;
  signed: SignedInput | null;
}

/** @throws AppError invalid when nothing was sent */
export function signedOf({ signed }: Pick<Bodies, 'signed'>): SignedInput {
  if (signed) return signed;
  throw new AppError('invalid', 'Send the signed event as application/json.');
}

/** @throws AppError unsupported_type when the body was not multipart */
export function uploadOf({ upload }: Pick<Bodies, 'upload'>): UploadInput {
  if (upload) return upload;
  throw new AppError('unsupported_type', 'Send the file in a form, as multipart/form-data.');
}

/** An answer with a status or headers of its own; plain values answer with the declared status. */
export class Reply<Body> {
  readonly body: Body;
  readonly status: number | undefined;
  readonly headers: Record<string, string>;

  constructor(body: Body, options: { status?: number; headers?: Record<string, string> } = {}) {
    this.body = body;
    this.status = options.status;
    this.headers = options.headers ?? {};
  }
}

/** A file to save, whole or written piece by piece: bytes that no schema describes. */
export class Download {
  readonly bytes: Uint8Array | AsyncIterable<string | Uint8Array>;
  readonly contentType: string;
  readonly fileName: string;
  /** Shown where it is asked for rather than saved. */
  readonly inline: boolean;
  readonly cacheControl: string;

  constructor(
    bytes: Uint8Array | AsyncIterable<string | Uint8Array>,
    contentType: string,
    fileName: string,
    options: { inline?: boolean; cacheControl?: string } = {},
  ) {
    this.bytes = bytes;
    this.contentType = contentType;
    this.fileName = fileName;
    this.inline = options.inline ?? false;
    this.cacheControl = options.cacheControl ?? 'no-store';
  }
}

export type ContextOf<E extends Endpoint> = E['access'] extends 'public'
  ? PublicContext
  : E['access'] extends 'signed-link'
    ? LinkContext
    : Context;

type Answer<E extends Endpoint> = Output<E> | Reply<Output<E>> | Download;

/** A use case. Declared as a method, whose parameters may be narrower than the router's (see `Route`). */
export type Handler<E extends Endpoint> = {
  method(context: ContextOf<E>, input: Input<E> & Bodies): Promise<Answer<E>>;
}['method'];

/**
 * For an endpoint whose answer holds a secret: `remember` says what is kept of the first answer under the
 * Idempotency-Key, `replay` makes the answer of a repeated call from it (contract section 3).
 */
export interface Idempotent<E extends Endpoint> {
  handle: Handler<E>;
  replay(context: ContextOf<E>, remembered: unknown, input: Input<E>): Promise<Answer<E>>;
  remember(body: Output<E>): unknown;
}

export type Handlers<A extends Api> = {
  [Key in keyof A['endpoints']]: Handler<A['endpoints'][Key]> | Idempotent<A['endpoints'][Key]>;
};

/**
 * An endpoint with its use case, as the router knows it. Methods, not function properties: the router calls each with
 * what the endpoint's own access and schemas made, which is what the handler's narrower parameters ask for.
 */
export interface Route {
  key: string;
  endpoint: Endpoint;
  module: ModuleType | null;
  handle(context: AnyContext, input: Input<Endpoint> & Bodies): Promise<unknown>;
  replay?(context: AnyContext, remembered: unknown, input: Input<Endpoint>): Promise<unknown>;
  remember?(body: unknown): unknown;
}

/** Joins a feature's contract with its use cases: one that is missing, or answers another shape, does not compile. */
export function handlers<A extends Api>(api: A, uses: Handlers<A>): Route[];
export function handlers(api: Api, uses: Record<string, Handler<Endpoint> | Idempotent<Endpoint>>): Route[] {
  return Object.entries(api.endpoints).map(([key, endpoint]) => {
    const use = uses[key];
    if (!use) throw new Error(`No handler for ${key}.`);
    return {
      key,
      endpoint,
      module: endpoint.module === undefined ? api.module : endpoint.module,
      ...(typeof use === 'function' ? { handle: use } : use),
    };
  });
}

/** Every address of a route: the specification's and, unless it says no, the same under `/api/v2/`. */
export function addressesOf(endpoint: Endpoint): string[] {
  if (endpoint.v2 === false || endpoint.path.startsWith('/api/v2/')) return [endpoint.path];
  return [endpoint.path, endpoint.path.replace(/^\/api\//, '/api/v2/')];
}

/** Whether the call still works after the trial or while suspended (contract section 5). */
export function worksWhenEnded(endpoint: Endpoint): boolean {
  return (endpoint.whenEnded ?? (endpoint.method === 'GET' ? 'works' : 'refused')) === 'works';
}
