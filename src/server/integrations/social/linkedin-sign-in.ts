import { z } from 'zod';
import type { Answered, HttpClient } from '#server/integrations/http-client.ts';
import type { LinkedInConfig } from '#server/social-config.ts';
import { Calls, formBody, jsonOf, type Timing } from './calls.ts';
import { answerFault, settled, statusFault, tokenDead, unreadable } from './faults.ts';
import { linkedInFault, linkedInRequest } from './linkedin-api.ts';
import type {
  Answer,
  Fault,
  OfferedAccount,
  PlatformSignIn,
  PlatformToken,
  TokenHealth,
} from './provider.ts';
import { healthOf, secondsFromNow, tokenText } from './token.ts';

const name = 'LinkedIn';
/** Post for pages and read them back; which pages, and their figures. */
const scope = 'w_organization_social r_organization_social rw_organization_admin';
/** Roles that may publish (…/community-management/organizations/organization-access-control-by-role). */
const publishing = new Set(['ADMINISTRATOR', 'CONTENT_ADMINISTRATOR', 'CONTENT_ADMIN']);
const pages = 100;

/** learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow and …/programmatic-refresh-tokens */
const tokenAnswer = z.looseObject({
  access_token: tokenText,
  expires_in: z.number().positive(),
  refresh_token: tokenText.optional(),
  refresh_token_expires_in: z.number().positive().optional(),
});
const oauthError = z.looseObject({ error: z.string(), error_description: z.string().optional() });

/** Signing in at LinkedIn: one token of 60 days, for some applications with a refresh token of a year. */
export function linkedInSignIn(client: HttpClient, timing: Timing, config: LinkedInConfig): PlatformSignIn {
  const own = { client_id: config.clientId, client_secret: config.clientSecret };
  const calls = (signal: AbortSignal) => new Calls(client, signal, timing.publishMs, []);
  const askToken = async (
    fields: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Answer<PlatformToken>> => {
    const url = `${config.authBase}/oauth/v2/accessToken`;
    const result = await calls(signal).send({ method: 'POST', url, ...formBody({ ...fields, ...own }) });
    const answer = settled(name, result, signInFault);
    if (!answer.ok) return answer;
    const token = jsonOf(answer.value, tokenAnswer);
    if (!token) return { ok: false, fault: unreadable(name, answer.value) };
    return {
      ok: true,
      value: {
        accessToken: token.access_token,
        expiresAt: secondsFromNow(token.expires_in),
        refreshToken: token.refresh_token ?? null,
        refreshExpiresAt: secondsFromNow(token.refresh_token_expires_in),
      },
    };
  };
  return {
    pkce: false,
    authorizeUrl: ({ state, redirectUri }) => {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: config.clientId,
        redirect_uri: redirectUri,
        state,
        scope,
      });
      return `${config.authBase}/oauth/v2/authorization?${query.toString()}`;
    },
    exchangeCode: ({ code, redirectUri }, signal) =>
      askToken({ grant_type: 'authorization_code', code, redirect_uri: redirectUri }, signal),
    longLivedToken: (token) => Promise.resolve({ ok: true, value: token }),
    refresh: ({ refreshToken }, signal) =>
      refreshToken === null
        ? Promise.resolve(null)
        : askToken({ grant_type: 'refresh_token', refresh_token: refreshToken }, signal),
    listAccounts: ({ accessToken }, signal) => listPages(calls(signal), config, accessToken),
    probe: (_platform, accessToken, signal) => probe(calls(signal), config, accessToken, own),
  };
}

function signInFault(answer: Answered): Fault {
  const { error = '', error_description = null } = jsonOf(answer, oauthError) ?? {};
  if (error === 'invalid_client' || (answer.status === 401 && error !== 'invalid_grant'))
    return answerFault(answer, {
      code: 'not_configured',
      reason: 'LinkedIn does not accept the id and secret of this hub’s application.',
      fix: 'The operator checks LINKEDIN_CLIENT_ID and LINKEDIN_CLIENT_SECRET.',
      retry: false,
    });
  if (answer.status === 429 || answer.status >= 500) return statusFault(name, answer, error_description);
  return tokenDead(name, answer);
}

/** The organization's name in the answer differs between versions of the API. */
const acls = z.looseObject({
  elements: z.array(
    z.looseObject({
      organization: z.string().optional(),
      organizationTarget: z.string().optional(),
      role: z.string().optional(),
      state: z.string().optional(),
    }),
  ),
});
const organizations = z.looseObject({
  results: z.record(
    z.string(),
    z.looseObject({ localizedName: z.string(), vanityName: z.string().optional() }),
  ),
});

/** The pages whose administrator the person is, with their names. */
async function listPages(
  calls: Calls,
  config: LinkedInConfig,
  accessToken: string,
): Promise<Answer<OfferedAccount[]>> {
  const asked = await calls.send(
    linkedInRequest(config, accessToken, `organizationAcls?q=roleAssignee&state=APPROVED&count=${pages}`),
  );
  const roles = settled(name, asked, linkedInFault);
  if (!roles.ok) return roles;
  const found = jsonOf(roles.value, acls);
  if (!found) return { ok: false, fault: unreadable(name, roles.value) };
  const ids = new Set(
    found.elements
      .filter(({ role, state }) => publishing.has(role ?? '') && (state ?? 'APPROVED') === 'APPROVED')
      .flatMap(
        ({ organization, organizationTarget }) =>
          /^urn:li:organization:(\d{1,20})$/.exec(organization ?? organizationTarget ?? '')?.[1] ?? [],
      ),
  );
  if (ids.size === 0) return { ok: true, value: [] };
  const named = settled(
    name,
    await calls.send(linkedInRequest(config, accessToken, `organizations?ids=List(${[...ids].join(',')})`)),
    linkedInFault,
  );
  if (!named.ok) return named;
  const names = jsonOf(named.value, organizations);
  if (!names) return { ok: false, fault: unreadable(name, named.value) };
  return {
    ok: true,
    value: Object.entries(names.results)
      .filter(([id]) => ids.has(id))
      .map(([id, { localizedName, vanityName }]) => ({
        platform: 'linkedin',
        id: `urn:li:organization:${id}`,
        accessToken,
        name: localizedName.slice(0, 200),
        url: `https://www.linkedin.com/company/${encodeURIComponent(vanityName ?? id)}`,
      })),
  };
}

/** learn.microsoft.com/en-us/linkedin/shared/authentication/token-introspection */
const introspection = z.looseObject({ active: z.boolean(), expires_at: z.number().optional() });

async function probe(
  calls: Calls,
  config: LinkedInConfig,
  token: string,
  own: Record<string, string>,
): Promise<TokenHealth> {
  const url = `${config.authBase}/oauth/v2/introspectToken`;
  const answer = settled(
    name,
    await calls.send({ method: 'POST', url, ...formBody({ ...own, token }) }),
    signInFault,
  );
  if (!answer.ok) return { state: 'unclear', fault: answer.fault };
  const told = jsonOf(answer.value, introspection);
  if (!told) return { state: 'unclear', fault: unreadable(name, answer.value) };
  return told.active ? healthOf(told.expires_at) : { state: 'dead', fault: tokenDead(name, answer.value) };
}
