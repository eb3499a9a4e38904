import { z } from 'zod';
import type { FakeReply } from './fake-server.ts';

export const fakeApplication = { clientId: 'fake-client', clientSecret: 'fake-client-secret' };

/** Tokens of LinkedIn and whether they are in force; `expiresAt` in seconds since 1970. */
export type FakeTokens = Map<string, { active: boolean; expiresAt: number }>;

/** A token whose end is given, as introspection tells it. */
export type AddToken = (token: string, state: { active: boolean; expiresInSeconds: number }) => void;

const authorizeQuery = z.strictObject({
  response_type: z.literal('code'),
  client_id: z.literal(fakeApplication.clientId),
  redirect_uri: z.url(),
  state: z.string().min(1),
  scope: z.string().regex(/^[a-z_]+( [a-z_]+)*$/),
});

/** The member allows it at once; LinkedIn's own page is left out. */
export function authorize(query: URLSearchParams, codes: Map<string, string>, code: string): FakeReply {
  const asked = authorizeQuery.safeParse(Object.fromEntries(query));
  if (!asked.success) return { status: 400, body: 'Bummer, something went wrong.' };
  codes.set(code, asked.data.redirect_uri);
  const back = new URL(asked.data.redirect_uri);
  back.searchParams.set('code', code);
  back.searchParams.set('state', asked.data.state);
  return { status: 302, headers: { location: back.href } };
}

function oauthError(status: number, error: string, error_description: string): FakeReply {
  return { status, body: { error, error_description } };
}

export function giveToken(
  form: URLSearchParams,
  codes: Map<string, string>,
  token: string,
  addToken: AddToken,
): FakeReply {
  const {
    grant_type,
    code = '',
    redirect_uri,
    refresh_token,
    client_id,
    client_secret,
    ...extra
  } = Object.fromEntries(form);
  if (client_id !== fakeApplication.clientId || client_secret !== fakeApplication.clientSecret)
    return oauthError(401, 'invalid_client', 'Client authentication failed');
  if (Object.keys(extra).length > 0) return oauthError(400, 'invalid_request', 'Unknown parameter');
  if (grant_type === 'authorization_code' && codes.get(code) !== redirect_uri)
    return oauthError(
      400,
      'invalid_request',
      'Unable to retrieve access token: authorization code not found',
    );
  if (grant_type === 'refresh_token' && !refresh_token?.startsWith('fake-refresh-'))
    return oauthError(
      400,
      'invalid_grant',
      'The provided authorization grant or refresh token is invalid, expired or revoked.',
    );
  codes.delete(code);
  addToken(token, { active: true, expiresInSeconds: 5_184_000 });
  return {
    status: 200,
    body: {
      access_token: token,
      expires_in: 5_184_000,
      refresh_token: refresh_token ?? `fake-refresh-${token}`,
      refresh_token_expires_in: 31_536_000,
      scope: 'w_organization_social,r_organization_social,rw_organization_admin',
    },
  };
}

export function introspect(form: URLSearchParams, tokens: FakeTokens): FakeReply {
  if (
    form.get('client_id') !== fakeApplication.clientId ||
    form.get('client_secret') !== fakeApplication.clientSecret
  )
    return oauthError(401, 'invalid_client', 'Client authentication failed');
  const token = tokens.get(form.get('token') ?? '');
  if (!token) return { status: 200, body: { active: false } };
  return {
    status: 200,
    body: {
      active: token.active,
      status: token.active ? 'active' : 'revoked',
      client_id: fakeApplication.clientId,
      expires_at: token.expiresAt,
      auth_type: '3L',
    },
  };
}
