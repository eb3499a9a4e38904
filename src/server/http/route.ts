import type { Api, Endpoint, Input, Output } from '#shared/endpoint.ts';
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
  readonly bytes: Uint8Array | AsyncIterable<string>;
  readonly contentType: string;
  readonly fileName: string;

  constructor(bytes: Uint8Array | AsyncIterable<string>, contentType: string, fileName: string) {
    this.bytes = bytes;
    this.contentType = contentType;
    this.fileName = fileName;
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
  method(context: ContextOf<E>, input: Input<E> & { raw: RawInput | null }): Promise<Answer<E>>;
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
  handle(context: AnyContext, input: Input<Endpoint> & { raw: RawInput | null }): Promise<unknown>;
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
