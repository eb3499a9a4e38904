import type { FakeFault, FakeReply, SeenRequest } from './fake-server.ts';

/** An error of the Graph API (developers.facebook.com/docs/graph-api/using-graph-api/error-handling). */
export function metaError(status: number, code: number, message: string, subcode?: number): FakeReply {
  return {
    status,
    body: {
      error: {
        message,
        type: 'OAuthException',
        code,
        ...(subcode ? { error_subcode: subcode } : {}),
        fbtrace_id: 'EJplcsCHuLu',
      },
    },
  };
}

/** Faults for `script`. */
export const metaFaults = {
  deadToken: {
    do: 'answer',
    ...metaError(
      401,
      190,
      'Error validating access token: The session has been invalidated because the user changed their password.',
      460,
    ),
  },
  permission: {
    do: 'answer',
    ...metaError(403, 200, '(#200) The user has not authorized the application to perform this action'),
  },
  blocked: {
    do: 'answer',
    ...metaError(400, 368, 'The action attempted has been deemed abusive or is otherwise disallowed'),
  },
  rateLimited: {
    do: 'answer',
    ...metaError(400, 32, '(#32) Page request limit reached'),
    headers: { 'retry-after': '300' },
  },
  serverError: { do: 'answer', ...metaError(500, 2, 'Service temporarily unavailable') },
  badImage: {
    do: 'answer',
    ...metaError(400, 36_003, 'The aspect ratio is not supported.', 2_207_009),
  },
} as const satisfies Record<string, FakeFault>;

/** Parameters of a call, from the query, a form, JSON or multipart/form-data. */
export async function parametersOf(seen: SeenRequest): Promise<Map<string, string | Buffer>> {
  const found = new Map<string, string | Buffer>(seen.query);
  const type = seen.headers['content-type'] ?? '';
  if (seen.body.length === 0) return found;
  if (type.startsWith('application/json')) {
    for (const [name, value] of Object.entries(Object(JSON.parse(seen.body.toString()))))
      found.set(name, String(value));
    return found;
  }
  const form = await new Response(new Uint8Array(seen.body), {
    headers: { 'content-type': type },
  }).formData();
  for (const [name, value] of form)
    found.set(name, typeof value === 'string' ? value : Buffer.from(await value.arrayBuffer()));
  return found;
}
