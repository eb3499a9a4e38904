import type { MetaConfig } from '#server/social-config.ts';
import { type ContainerState, type FakePost, type InstagramState, instagramCall } from './fake-instagram.ts';
import { app, nothing, strictCall } from './fake-meta-call.ts';
import { signInCall } from './fake-meta-sign-in.ts';
import { type FakeServer, startFakeServer } from './fake-server.ts';
import { metaError } from './meta-shapes.ts';

export type MetaStep =
  | 'authorize'
  | 'token'
  | 'debugToken'
  | 'accounts'
  | 'feed'
  | 'photos'
  | 'readPost'
  | 'publishingLimit'
  | 'createContainer'
  | 'readContainer'
  | 'publishMedia'
  | 'readMedia'
  | 'insights';

export interface FakeMeta extends FakeServer<MetaStep> {
  /** What the hub needs to use this server as Meta. */
  config: MetaConfig;
  /** The same as environment variables. */
  env: Record<string, string>;
  page: { id: string; accessToken: string };
  /** The Instagram account behind the page; published to with the page's token. */
  instagram: { id: string; accessToken: string };
  /** The person who manages the page. */
  userToken: string;
  facebookPosts: Map<string, FakePost>;
  instagramPosts: Map<string, FakePost>;
  /** What a new container says of itself: one per reading, then FINISHED. */
  containers: ContainerState[];
  quota: { used: number; total: number };
  /** Ends of tokens as debug_token tells them, seconds since 1970, 0 = none; a token that is not in it is not valid. */
  tokenEnds: Map<string, number>;
}

const version = 'v25.0';

/**
 * The Graph API as far as the hub uses it, strict about what it gets. Written from these pages of developers.facebook.com:
 * docs/graph-api/using-graph-api/error-handling, docs/pages-api/posts, docs/pages-api/getting-started,
 * docs/graph-api/reference/{page/photos, photo}, docs/instagram-platform/content-publishing,
 * docs/instagram-platform/instagram-graph-api/reference/{error-codes, ig-user/content_publishing_limit},
 * documentation/facebook-login/guides/advanced/{manual-flow, oidc-token}. Their stored copies were read in part: the
 * parameters of photos (`caption`), debug_token, me/accounts with the Instagram account, insights and
 * secure requests are from memory.
 */
export async function startFakeMeta(): Promise<FakeMeta> {
  const page = { id: '102030405060708', accessToken: 'fake-page-token' };
  const instagram = { id: '17841405822304914', accessToken: page.accessToken };
  const userToken = 'fake-user-token';
  const facebookPosts: FakeMeta['facebookPosts'] = new Map();
  const instagramPosts: FakeMeta['instagramPosts'] = new Map();
  const made: InstagramState['made'] = new Map();
  const containers: ContainerState[] = [];
  const quota = { used: 2, total: 50 };
  const codes = new Map<string, string>();
  const tokenEnds = new Map([
    [userToken, 0],
    [page.accessToken, 0],
  ]);
  let last = 17_900_000_000_000_000n;
  const nextId = () => String((last += 1n));

  const server = await startFakeServer<MetaStep>((seen) => {
    const signIn = signInCall(seen, { app, version, codes, tokenEnds, userToken, nextId });
    if (signIn) return signIn;
    const [, asked, id = '', edge = ''] = seen.path.split('/');
    if (asked !== version) return null;
    const key = `${seen.method} ${edge}`;
    if (key === 'GET accounts' && id === 'me') {
      const fields = /^[a-z_,{}]+$/;
      return strictCall('accounts', seen, userToken, { fields, limit: /^\d+$/ }, () => ({
        status: 200,
        body: {
          data: [
            {
              id: page.id,
              name: 'Harbour Signs',
              access_token: page.accessToken,
              link: 'https://www.facebook.com/harboursigns',
              tasks: ['ANALYZE', 'ADVERTISE', 'MODERATE', 'CREATE_CONTENT'],
              instagram_business_account: { id: instagram.id, username: 'harboursigns' },
            },
            { id: '99', name: 'Only to look at', access_token: 'fake-other-token', tasks: ['ANALYZE'] },
          ],
          paging: { cursors: { before: 'MA', after: 'MA' } },
        },
      }));
    }
    if (key === 'POST feed' && id === page.id)
      return strictCall('feed', seen, page.accessToken, { message: /^[^]+$/ }, (given) => {
        const post = `${page.id}_${nextId()}`;
        facebookPosts.set(post, { text: given('message'), image: null, imageUrl: null, alt: null });
        return { status: 200, body: { id: post } };
      });
    if (key === 'POST photos' && id === page.id) {
      const allowed = { source: /^[^]+$/, caption: /^[^]*$/, alt_text_custom: /^[^]+$/ };
      return strictCall('photos', seen, page.accessToken, allowed, (given, all) => {
        const image = all.get('source');
        if (!(image instanceof Buffer)) return metaError(400, 324, '(#324) Requires upload file');
        const photo = nextId();
        const post = `${page.id}_${photo}`;
        facebookPosts.set(post, {
          text: given('caption'),
          image,
          imageUrl: null,
          alt: given('alt_text_custom') || null,
        });
        return { status: 200, body: { id: photo, post_id: post } };
      });
    }
    if (key === 'GET ' && id.includes('_')) {
      const fields =
        /^(permalink_url|reactions\.limit\(0\)\.summary\(total_count\),comments\.limit\(0\)\.summary\(total_count\),shares)$/;
      return strictCall('readPost', seen, page.accessToken, { fields }, (given) => {
        if (!facebookPosts.has(id)) return nothing();
        if (given('fields') === 'permalink_url')
          return {
            status: 200,
            body: { id, permalink_url: `https://www.facebook.com/${id.replace('_', '/posts/')}` },
          };
        return { status: 200, body: { id, reactions: total(11), comments: total(2), shares: { count: 1 } } };
      });
    }
    return instagramCall(seen, id, edge, {
      page,
      instagram,
      instagramPosts,
      containers,
      quota,
      made,
      nextId,
    });
  });
  const { address } = server;
  return {
    ...server,
    config: { ...app, apiBase: address, authBase: address, version },
    env: {
      META_APP_ID: app.appId,
      META_APP_SECRET: app.appSecret,
      META_API_BASE: address,
      META_AUTH_BASE: address,
      META_VERSION: version,
    },
    page,
    instagram,
    userToken,
    facebookPosts,
    instagramPosts,
    containers,
    quota,
    tokenEnds,
  };
}

function total(total_count: number) {
  return { data: [], summary: { total_count } };
}
