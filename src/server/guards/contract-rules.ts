import { z } from 'zod';
import type { Endpoint } from '#shared/endpoint.ts';
import type { Route } from '../http/route.ts';

type Json = Record<string, unknown>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Walks a JSON schema and reports text and lists without a bound. `path` names the place. */
function unbounded(schema: unknown, path: string, found: string[]): void {
  if (Array.isArray(schema)) {
    for (const [index, one] of schema.entries()) unbounded(one, `${path}[${index}]`, found);
    return;
  }
  if (!isObject(schema)) return;
  const closed = 'enum' in schema || 'const' in schema || 'format' in schema || 'pattern' in schema;
  if (schema.type === 'string' && schema.maxLength === undefined && !closed)
    found.push(`${path}: text without a limit`);
  if (schema.type === 'array' && schema.maxItems === undefined) found.push(`${path}: list without a limit`);
  for (const [key, value] of Object.entries(schema))
    if (typeof value === 'object') unbounded(value, `${path}.${key}`, found);
}

/** A property that names a row. */
const idLike = /^(id|.*(Id|_id|Ids|_ids))$/;

function idProperties(schema: unknown, found: Set<string>): void {
  if (Array.isArray(schema)) for (const one of schema) idProperties(one, found);
  if (!isObject(schema)) return;
  if (isObject(schema.properties))
    for (const key of Object.keys(schema.properties)) if (idLike.test(key)) found.add(key);
  for (const value of Object.values(schema)) if (typeof value === 'object') idProperties(value, found);
}

function inputSchema(schema: z.ZodType): unknown {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
}

/** Bodies that are judged item by item in the use case instead of by one schema. */
const reviewedOpenBodies = new Set(['POST /api/v2/ingest/messages', 'POST /api/v2/ingest/leads']);
/** Calls with an outside effect that are safe to repeat by what they do, so that they need no Idempotency-Key. */
const reviewedRepeatable = new Set([
  // A link works once; a second reset with it is refused.
  'POST /api/tenant/auth/reset-password',
  // Needs the current password, which the first call has changed.
  'POST /api/tenant/auth/change-password',
]);

export function nameOf(endpoint: Endpoint): string {
  return `${endpoint.method} ${endpoint.path}`;
}

/** What is wrong with a route's contract; empty when it keeps the rules of the house. */
export function contractFaults(route: Route): string[] {
  const { endpoint } = route;
  const name = nameOf(endpoint);
  const faults: string[] = [];
  if (!endpoint.access) faults.push(`${name}: declares no access`);
  if (!endpoint.summary) faults.push(`${name}: has no summary`);
  const params = new Set([...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? ''));
  for (const param of params)
    if (!(param in endpoint.params.shape))
      faults.push(`${name}: the path has :${param}, the schema does not`);
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (part === 'body' && reviewedOpenBodies.has(name)) continue;
    if (schema instanceof z.ZodObject && !(schema.def.catchall instanceof z.ZodNever))
      faults.push(`${name}: ${part} takes unknown keys`);
    const json = inputSchema(schema);
    unbounded(json, `${name} ${part}`, faults);
    const ids = new Set<string>();
    idProperties(json, ids);
    for (const id of ids) if (!(id in endpoint.ids)) faults.push(`${name}: ${id} is not in ids`);
  }
  const output: unknown = z.toJSONSchema(endpoint.output, { io: 'output', unrepresentable: 'any' });
  if (isObject(output) && output.type === 'array')
    unbounded({ type: 'array', maxItems: output.maxItems }, `${name} output`, faults);
  const outside = endpoint.effects.some(
    (effect) => effect === 'mail' || effect === 'webhook' || effect === 'ai',
  );
  if (endpoint.method === 'POST' && outside && !endpoint.idempotent && !reviewedRepeatable.has(name)) {
    faults.push(`${name}: has an outside effect and is not idempotent`);
  }
  return faults;
}
