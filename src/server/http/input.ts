import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Endpoint, Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { issuesOf } from './errors.ts';
import { issueWords } from './issue-words.ts';
import { MultipartBody } from './multipart.ts';
import { type Bodies, RawInput, type Route, SignedInput } from './route.ts';

/**
 * Path, query and body of a request as the endpoint's schemas make them; files as streams.
 * @throws AppError invalid, not_found for a path that cannot name a row, unsupported_type for a body of another kind
 */
export async function readInput(route: Route, request: FastifyRequest): Promise<Input<Endpoint> & Bodies> {
  const { endpoint } = route;
  const { body } = request;
  const raw = body instanceof RawInput ? body : null;
  const form = body instanceof MultipartBody ? body : null;
  const signed = body instanceof SignedInput ? body : null;
  if ((raw && !endpoint.raw?.types.includes(raw.type)) || (form && !endpoint.upload)) {
    throw new AppError('unsupported_type', 'This kind of content is not accepted here. Send JSON.');
  }
  return {
    params: readParams(route, request),
    query: parseObject(route, 'query', request.query),
    body: raw || form || endpoint.signedBy ? undefined : parsePart(route, 'body', body ?? {}),
    raw,
    upload: form && endpoint.upload ? await form.open(endpoint.upload) : null,
    signed,
  };
}

/** What the path of a request names. @throws AppError not_found for a path that cannot name a row */
export function readParams(route: Route, request: FastifyRequest): Record<string, unknown> {
  return parseObject(route, 'params', request.params);
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
