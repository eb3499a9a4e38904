import { z } from 'zod';
import { isPermission } from '#shared/access.ts';
import type { Endpoint, Upload } from '#shared/endpoint.ts';
import { errorBody } from '#shared/errors.ts';
import { escapeHtml } from './html.ts';
import { addressesOf, type Route, worksWhenEnded } from './route.ts';

type Json = Record<string, unknown>;

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
    cycles: 'ref',
  });
  return { ...json };
}

function parameters(endpoint: Endpoint): Json[] {
  return (['params', 'query'] as const).flatMap((part) =>
    Object.entries(endpoint[part].shape).map(([name, schema]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params',
      schema: schemaOf(schema, 'input'),
    })),
  );
}

function requestBody(endpoint: Endpoint): Json {
  const content: Json = {};
  const empty = endpoint.body instanceof z.ZodObject && Object.keys(endpoint.body.shape).length === 0;
  if (!empty) content['application/json'] = { schema: schemaOf(endpoint.body, 'input') };
  for (const type of endpoint.raw?.types ?? [])
    content[type] = { schema: { type: 'string', format: 'binary' } };
  if (endpoint.upload) content['multipart/form-data'] = { schema: formSchema(endpoint.upload) };
  if (Object.keys(content).length === 0) return {};
  return { requestBody: { content, ...(endpoint.upload ? { required: true } : {}) } };
}

function formSchema({ field, limit }: Upload): Json {
  const file = { type: 'string', format: 'binary', description: `At most ${limit} bytes.` };
  return { type: 'object', required: [field], additionalProperties: false, properties: { [field]: file } };
}

function operation(route: Route): Json {
  const { endpoint } = route;
  const status = String(endpoint.status ?? 200);
  const error = {
    description: 'Refused or failed',
    content: { 'application/json': { schema: schemaOf(errorBody, 'output') } },
  };
  const success =
    status === '204'
      ? { description: 'Done' }
      : {
          description: 'Done',
          content: { 'application/json': { schema: schemaOf(endpoint.output, 'output') } },
        };
  return {
    summary: endpoint.summary,
    ...(endpoint.access === 'public' ? { security: [] } : {}),
    parameters: parameters(endpoint),
    ...requestBody(endpoint),
    responses: { [status]: success, default: error },
    'x-permission': endpoint.access,
    'x-tenant':
      endpoint.access === 'public' ? 'public' : endpoint.access === 'platform-owner' ? 'platform' : 'own',
    'x-ids': endpoint.ids,
    'x-effects': endpoint.effects,
    'x-module': route.module,
    'x-works-when-ended': worksWhenEnded(endpoint),
    'x-api-key': isPermission(endpoint.access),
  };
}

/** The OpenAPI 3.1 document of every route, made from the schemas that validate. */
export function openApiDocument(routes: readonly Route[], publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    for (const url of addressesOf(route.endpoint)) {
      const path = url.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [route.endpoint.method.toLowerCase()]: operation(route) };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'AI Hub',
      version: '0.1.0',
      description: 'Times are ISO 8601 UTC. Lists come in pages: follow the Link header.',
    },
    servers: [{ url: publicUrl }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    security: [{ bearer: [] }],
    paths,
  };
}

/** A page that lists every call, readable without scripts. */
export function apiPage(routes: readonly Route[]): string {
  const rows = routes.map(
    ({ endpoint }) =>
      `<tr><td><code>${endpoint.method}</code></td><td><code>${escapeHtml(endpoint.path)}</code></td><td>${escapeHtml(endpoint.summary)}</td><td>${escapeHtml(endpoint.access)}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>AI Hub API</title><meta name="viewport" content="width=device-width, initial-scale=1">
<style>:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:70rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.45rem .6rem;border-bottom:1px solid #8884;vertical-align:top}</style></head>
<body><h1>AI Hub API</h1><p>Send <code>Authorization: Bearer TOKEN</code>. Every call under <code>/api/</code> also answers under <code>/api/v2/</code>, where API keys work. The whole description: <a href="/api/openapi.json">/api/openapi.json</a>.</p>
<table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Access</th></tr></thead><tbody>${rows.join('')}</tbody></table></body></html>`;
}
