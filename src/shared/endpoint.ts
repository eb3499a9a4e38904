import { z } from 'zod';
import type { Access } from './access.ts';
import type { ModuleType } from './modules.ts';

/** What a call causes outside its own answer; the guards and the OpenAPI document read it. */
export type Effect = 'mail' | 'webhook' | 'ai' | 'job' | 'frame';

/** How often one caller may use the endpoint: so many calls in so many seconds, counted per address or per user. */
export interface Rate {
  calls: number;
  seconds: number;
  per: 'address' | 'user';
}

/** Request bodies that are not JSON: each with its media types and its size limit in bytes. */
export interface RawBody {
  types: readonly string[];
  limit: number;
}

/** One file in a `multipart/form-data` body (RFC 7578): the name of its field and its size limit in bytes. */
export interface Upload {
  field: string;
  limit: number;
}

type Shape = z.ZodObject;

interface Declaration<A extends Access = Access> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: `/api/${string}`;
  /** One line for the API page. */
  summary: string;
  access: A;
  /** Which table each id in path, query or body belongs to; `{}` says that there are none. */
  ids: Readonly<Record<string, string>>;
  effects: readonly Effect[];
  /** Overrides the module of the api for this endpoint; null = never module-gated. */
  module?: ModuleType | null;
  /** What happens after the trial, or while suspended or cancelled (contract section 5). GET works, others are refused, unless said here. */
  whenEnded?: 'works' | 'refused';
  /** True for calls that a session which must change its password may make. */
  whilePasswordDue?: boolean;
  /** True for calls that a session which must set up its second factor may make, besides those of the line above. */
  whileFactorDue?: boolean;
  /** Honours `Idempotency-Key`; every POST with an outside effect says true. */
  idempotent?: boolean;
  rate?: Rate;
  /** JSON limit in bytes where 1 MiB is not right. */
  bodyLimit?: number;
  raw?: RawBody;
  /** The body is this one file and nothing beside it. */
  upload?: Upload;
  /** Headers that sign the body, in lower case: the use case gets the bytes, and checks them before it reads them. */
  signedBy?: readonly string[];
  /** Whether pages of other websites may call it: every origin, without cookies. Answers OPTIONS as well. */
  cors?: boolean;
  /** HTTP status of a success; 204 means no body. */
  status?: 200 | 201 | 202 | 204;
  /** Large lists that select exactly their columns skip the reply check outside tests. */
  trusted?: boolean;
  /**
   * The page's own address, at which mail programs post a form (RFC 8058 section 3.2): `List-Unsubscribe=One-Click` and
   * nothing else is what they say. Answers 200 with a line of text.
   */
  oneClick?: `/${string}`;
  /** Whether `/api/v2/…` answers too; false for sign-in, signup, legacy and webhooks. */
  v2?: boolean;
}

export interface Endpoint<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
  A extends Access = Access,
> extends Declaration<A> {
  params: Params;
  query: Query;
  body: Body;
  output: Output;
}

const nothing = z.strictObject({});
type Nothing = typeof nothing;

/**
 * Declares one call: method, path, access, strict schemas of path, query and body, and the reply. Routes,
 * validation, the typed client, the access matrix and the OpenAPI document all come from it.
 */
export function endpoint<
  A extends Access,
  Output extends z.ZodType,
  Params extends Shape = Nothing,
  Query extends Shape = Nothing,
  Body extends z.ZodType = Nothing,
>(
  declaration: Declaration<A> & { params?: Params; query?: Query; body?: Body; output: Output },
): Endpoint<Params, Query, Body, Output, A> {
  // The defaults of the type parameters say the same as the `??`, which the compiler cannot see.
  const params = (declaration.params ?? nothing) as Params;
  const query = (declaration.query ?? nothing) as Query;
  const body = (declaration.body ?? nothing) as Body;
  return { ...declaration, params, query, body };
}

/** The endpoints of one feature, with the module that gates them (null = none). */
export interface Api<Endpoints extends Record<string, Endpoint> = Record<string, Endpoint>> {
  module: ModuleType | null;
  endpoints: Endpoints;
}

export function defineApi<Endpoints extends Record<string, Endpoint>>(api: Api<Endpoints>): Api<Endpoints> {
  return api;
}

/** What a handler receives. */
export type Input<E extends Endpoint> = {
  params: z.output<E['params']>;
  query: z.output<E['query']>;
  body: z.output<E['body']>;
};

/** What a handler returns and the browser gets. */
export type Output<E extends Endpoint> = z.output<E['output']>;

/** What the browser sends: only the parts that the endpoint has. */
export type Request<E extends Endpoint> = {
  params?: z.input<E['params']>;
  query?: z.input<E['query']>;
  body?: z.input<E['body']>;
};

/** No body: answers of 204. */
export const noContent = z.undefined();
