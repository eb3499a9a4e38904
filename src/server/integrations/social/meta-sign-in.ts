import { z } from 'zod';
import type { Answered, HttpClient } from '#server/integrations/http-client.ts';
import type { MetaConfig } from '#server/social-config.ts';
import { Calls, jsonOf, type Timing } from './calls.ts';
import { answerFault, platformNames, settled, tokenDead, unreadable } from './faults.ts';
import { graphGet, graphId, metaFault } from './meta-api.ts';
import type {
  Answer,
  Fault,
  OfferedAccount,
  Platform,
  PlatformSignIn,
  PlatformToken,
  TokenHealth,
} from './provider.ts';
import { healthOf, secondsFromNow, tokenText } from './token.ts';

const name = 'Facebook';
const scope = [
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_posts',
  'instagram_basic',
  'instagram_content_publish',
  'instagram_manage_insights',
  'business_management',
].join(',');

const tokenAnswer = z.looseObject({ access_token: tokenText, expires_in: z.number().positive().optional() });

/**
 * Signing in at Meta, for Facebook pages and the Instagram accounts behind them. The token of the person lives for hours,
 * the long one for 60 days; the pages' tokens that the long one gives have no end
 * (developers.facebook.com/documentation/facebook-login/guides/advanced/manual-flow, …/guides/access-tokens/get-long-lived).
 */
export function metaSignIn(client: HttpClient, timing: Timing, config: MetaConfig): PlatformSignIn {
  const own = { client_id: config.appId, client_secret: config.appSecret };
  const calls = (signal: AbortSignal) => new Calls(client, signal, timing.publishMs, []);
  const askToken = async (
    fields: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Answer<PlatformToken>> => {
    const query = new URLSearchParams({ ...fields, ...own }).toString();
    const url = `${config.apiBase}/${config.version}/oauth/access_token?${query}`;
    const answer = settled(name, await calls(signal).send({ method: 'GET', url }), signInFault);
    if (!answer.ok) return answer;
    const token = jsonOf(answer.value, tokenAnswer);
    if (!token) return { ok: false, fault: unreadable(name, answer.value) };
    return {
      ok: true,
      value: {
        accessToken: token.access_token,
        expiresAt: secondsFromNow(token.expires_in),
        refreshToken: null,
        refreshExpiresAt: null,
      },
    };
  };
  return {
    pkce: false,
    authorizeUrl: ({ state, redirectUri }) => {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: config.appId,
        redirect_uri: redirectUri,
        state,
        scope,
      });
      return `${config.authBase}/${config.version}/dialog/oauth?${query.toString()}`;
    },
    exchangeCode: ({ code, redirectUri }, signal) => askToken({ code, redirect_uri: redirectUri }, signal),
    longLivedToken: ({ accessToken }, signal) =>
      askToken({ grant_type: 'fb_exchange_token', fb_exchange_token: accessToken }, signal),
    // Meta has no refresh tokens: the person connects again.
    refresh: () => Promise.resolve(null),
    listAccounts: ({ accessToken }, signal) => listPages(calls(signal), config, accessToken),
    probe: (platform, accessToken, signal) => probe(calls(signal), config, platform, accessToken),
  };
}

/** Code 100 stands for a code that was used or is too old, code 101 for an application that Meta does not know. */
function signInFault(answer: Answered): Fault {
  const fault = metaFault(name)(answer);
  const { code } = jsonOf(answer, z.looseObject({ error: z.looseObject({ code: z.number() }) }))?.error ?? {};
  if (code === 100) return tokenDead(name, answer);
  if (code !== 1 && code !== 101) return fault;
  return answerFault(answer, {
    code: 'not_configured',
    reason: 'Meta does not accept the id and secret of this hub’s application.',
    fix: 'The operator checks META_APP_ID and META_APP_SECRET.',
    retry: false,
  });
}

const accounts = z.looseObject({
  data: z.array(
    z.looseObject({
      id: graphId,
      name: z.string(),
      access_token: tokenText.optional(),
      link: z.url({ protocol: /^https$/ }).optional(),
      tasks: z.array(z.string()).optional(),
      instagram_business_account: z.looseObject({ id: graphId, username: z.string().optional() }).optional(),
    }),
  ),
});

/** The pages that the person may publish on, and the Instagram account behind each. */
async function listPages(
  calls: Calls,
  config: MetaConfig,
  accessToken: string,
): Promise<Answer<OfferedAccount[]>> {
  const fields = 'id,name,access_token,link,tasks,instagram_business_account{id,username}';
  const asked = await calls.send(graphGet(config, accessToken, 'me/accounts', { fields, limit: '100' }));
  const answer = settled(name, asked, metaFault(name));
  if (!answer.ok) return answer;
  const found = jsonOf(answer.value, accounts);
  if (!found) return { ok: false, fault: unreadable(name, answer.value) };
  const value = found.data.flatMap((page): OfferedAccount[] => {
    const token = page.access_token;
    if (token === undefined || !(page.tasks ?? ['CREATE_CONTENT']).includes('CREATE_CONTENT')) return [];
    const facebook: OfferedAccount = {
      platform: 'facebook',
      id: page.id,
      accessToken: token,
      name: page.name.slice(0, 200),
      url: page.link ?? `https://www.facebook.com/${page.id}`,
    };
    const instagram = page.instagram_business_account;
    if (!instagram) return [facebook];
    const { id, username = null } = instagram;
    return [
      facebook,
      {
        platform: 'instagram',
        id,
        accessToken: token,
        name: (username ?? page.name).slice(0, 200),
        url: username && `https://www.instagram.com/${encodeURIComponent(username)}/`,
      },
    ];
  });
  return { ok: true, value };
}

/** developers.facebook.com/docs/graph-api/reference/debug_token */
const debug = z.looseObject({
  data: z.looseObject({
    is_valid: z.boolean(),
    expires_at: z.number().optional(),
    data_access_expires_at: z.number().optional(),
  }),
});

async function probe(
  calls: Calls,
  config: MetaConfig,
  platform: Platform,
  accessToken: string,
): Promise<TokenHealth> {
  const query = new URLSearchParams({
    input_token: accessToken,
    access_token: `${config.appId}|${config.appSecret}`,
  }).toString();
  const url = `${config.apiBase}/${config.version}/debug_token?${query}`;
  const answer = settled(name, await calls.send({ method: 'GET', url }), signInFault);
  if (!answer.ok) return { state: 'unclear', fault: answer.fault };
  const told = jsonOf(answer.value, debug)?.data;
  if (!told) return { state: 'unclear', fault: unreadable(name, answer.value) };
  if (!told.is_valid) return { state: 'dead', fault: tokenDead(platformNames[platform], answer.value) };
  // The page's token may have no end while the consent of the person behind it has one (90 days).
  const ends = [told.expires_at, told.data_access_expires_at].filter((end) => end !== undefined && end > 0);
  return healthOf(ends.toSorted((a = 0, b = 0) => a - b)[0]);
}
