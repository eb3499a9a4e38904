import { z } from 'zod';
import type { MetaStep } from './fake-meta.ts';
import type { FakeReply, Routed, SeenRequest } from './fake-server.ts';
import { metaError } from './meta-shapes.ts';

export interface SignInState {
  app: { appId: string; appSecret: string };
  version: string;
  /** Redirect addresses by code. */
  codes: Map<string, string>;
  tokenEnds: Map<string, number>;
  userToken: string;
  nextId: () => string;
}

/** The dialog, the tokens and debug_token; null for another call. */
export function signInCall(seen: SeenRequest, state: SignInState): Routed<MetaStep> | null {
  const { version } = state;
  const query = Object.fromEntries(seen.query);
  if (seen.method !== 'GET') return null;
  if (seen.path === `/${version}/dialog/oauth`)
    return { step: 'authorize', act: () => authorize(query, state) };
  if (seen.path === `/${version}/oauth/access_token`)
    return { step: 'token', act: () => giveToken(query, state) };
  if (seen.path === `/${version}/debug_token`)
    return { step: 'debugToken', act: () => debugToken(query, state) };
  return null;
}

const dialog = z.strictObject({
  response_type: z.literal('code'),
  client_id: z.string(),
  redirect_uri: z.url(),
  state: z.string().min(1),
  scope: z.string().regex(/^[a-z_]+(,[a-z_]+)*$/),
});

/** The person allows everything at once; Meta's own pages are left out. */
function authorize(query: unknown, { app, codes, nextId }: SignInState): FakeReply {
  const asked = dialog.safeParse(query);
  if (!asked.success || asked.data.client_id !== app.appId) return { status: 400, body: 'Invalid App ID' };
  const code = `code-${nextId()}`;
  codes.set(code, asked.data.redirect_uri);
  const back = new URL(asked.data.redirect_uri);
  back.searchParams.set('code', code);
  back.searchParams.set('state', asked.data.state);
  return { status: 302, headers: { location: back.href } };
}

const own = { client_id: z.string(), client_secret: z.string() };
const exchange = z.union([
  z.strictObject({ ...own, code: z.string(), redirect_uri: z.string() }),
  z.strictObject({ ...own, grant_type: z.literal('fb_exchange_token'), fb_exchange_token: z.string() }),
]);

function giveToken(query: unknown, { app, codes, tokenEnds, userToken }: SignInState): FakeReply {
  const asked = exchange.safeParse(query);
  if (!asked.success) return metaError(400, 100, 'Missing or unknown parameter');
  if (asked.data.client_id !== app.appId || asked.data.client_secret !== app.appSecret)
    return metaError(400, 1, 'Error validating client secret.');
  const bearer = { access_token: userToken, token_type: 'bearer' };
  if ('code' in asked.data) {
    if (codes.get(asked.data.code) !== asked.data.redirect_uri)
      return metaError(400, 100, 'This authorization code has been used.', 36_009);
    codes.delete(asked.data.code);
    return { status: 200, body: { ...bearer, expires_in: 5183 } };
  }
  return tokenEnds.has(asked.data.fb_exchange_token)
    ? { status: 200, body: { ...bearer, expires_in: 5_183_944 } }
    : metaError(400, 190, 'Invalid OAuth access token - Cannot parse access token');
}

function debugToken(query: Record<string, string>, { app, tokenEnds }: SignInState): FakeReply {
  const { input_token = '', access_token, ...extra } = query;
  if (access_token !== `${app.appId}|${app.appSecret}` || Object.keys(extra).length > 0)
    return metaError(400, 190, 'Invalid OAuth access token signature.');
  const expires_at = tokenEnds.get(input_token);
  const data =
    expires_at === undefined
      ? {
          is_valid: false,
          error: { code: 190, message: 'The session was invalidated.', subcode: 460 },
          scopes: [],
        }
      : {
          is_valid: true,
          app_id: app.appId,
          type: 'PAGE',
          expires_at,
          data_access_expires_at: 0,
          scopes: [],
        };
  return { status: 200, body: { data } };
}
