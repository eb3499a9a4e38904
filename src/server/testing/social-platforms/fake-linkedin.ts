import type { LinkedInConfig } from '#server/social-config.ts';
import { json, restCall, tokenRefusal, version } from './fake-linkedin-call.ts';
import {
  type AddToken,
  authorize,
  type FakeTokens,
  fakeApplication,
  giveToken,
  introspect,
} from './fake-linkedin-sign-in.ts';
import { type FakeServer, startFakeServer } from './fake-server.ts';
import { createPost, initializeUpload, linkedInError, shownText } from './linkedin-shapes.ts';

export type LinkedInStep =
  | 'authorize'
  | 'token'
  | 'introspect'
  | 'organizationAcls'
  | 'organizations'
  | 'initializeUpload'
  | 'upload'
  | 'createPost'
  | 'readPost'
  | 'statistics';

export interface FakeLinkedIn extends FakeServer<LinkedInStep> {
  /** What the hub needs to use this server as LinkedIn. */
  config: LinkedInConfig;
  /** The same as environment variables. */
  env: Record<string, string>;
  /** A token of a member who administers both organizations. */
  accessToken: string;
  /** Urns of the organizations; the member is administrator of the first and an analyst of the second. */
  organizations: [string, string];
  /** Posts by urn, as readers see them. */
  posts: Map<string, { text: string; author: string; image: Buffer | null; alt: string | null }>;
  /** What reading a post back says: one per reading, then PUBLISHED. */
  lifecycle: string[];
  addToken: AddToken;
}

/**
 * LinkedIn as far as the hub uses it, strict about what it gets. Written from these pages below
 * learn.microsoft.com/en-us/linkedin: marketing/versioning, marketing/community-management/shares/{posts-api, images-api,
 * little-text-format}, marketing/community-management/organizations/{organization-access-control-by-role, share-statistics},
 * shared/authentication/{programmatic-refresh-tokens, token-introspection}, shared/api-guide/concepts/error-handling. Their
 * stored copies were read in part: the exact bodies of the errors 403, 422 and 426, and of the batch of organizations,
 * are from memory and from reports of users.
 */
export async function startFakeLinkedIn(): Promise<FakeLinkedIn> {
  const organizations: [string, string] = ['urn:li:organization:5515715', 'urn:li:organization:2414183'];
  const tokens: FakeTokens = new Map();
  const posts: FakeLinkedIn['posts'] = new Map();
  const images = new Map<string, { owner: string; bytes: Buffer | null }>();
  const lifecycle: string[] = [];
  const codes = new Map<string, string>();
  let last = 0;
  const nextId = () => 7_000_000_000_000_000_000n + BigInt((last += 1));
  const addToken: AddToken = (token, { active, expiresInSeconds }) =>
    tokens.set(token, { active, expiresAt: Math.floor(Date.now() / 1000) + expiresInSeconds });
  addToken('fake-member-token', { active: true, expiresInSeconds: 5_184_000 });

  const server = await startFakeServer<LinkedInStep>((seen) => {
    const key = `${seen.method} ${seen.path}`;
    const form = new URLSearchParams(seen.body.toString());
    if (key === 'GET /oauth/v2/authorization')
      return { step: 'authorize', act: () => authorize(seen.query, codes, `code-${nextId()}`) };
    if (key === 'POST /oauth/v2/accessToken')
      return { step: 'token', act: () => giveToken(form, codes, `fake-token-${nextId()}`, addToken) };
    if (key === 'POST /oauth/v2/introspectToken')
      return { step: 'introspect', act: () => introspect(form, tokens) };
    if (key === 'GET /rest/organizationAcls')
      return restCall('organizationAcls', seen, tokens, ['q', 'state', 'role', 'count', 'start'], () => ({
        status: 200,
        body: {
          paging: { start: 0, count: 100, links: [] },
          elements: organizations.map((organization, index) => ({
            organization,
            roleAssignee: 'urn:li:person:fake',
            role: index === 0 ? 'ADMINISTRATOR' : 'ANALYST',
            state: 'APPROVED',
          })),
        },
      }));
    if (key === 'GET /rest/organizations')
      return restCall('organizations', seen, tokens, ['ids'], () => ({
        status: 200,
        body: {
          results: Object.fromEntries(
            (/^List\(([\d,]+)\)$/.exec(seen.query.get('ids') ?? '')?.[1] ?? '')
              .split(',')
              .map((id) => [
                id,
                { id: Number(id), localizedName: `Harbour Signs ${id}`, vanityName: `harbour-signs-${id}` },
              ]),
          ),
          statuses: {},
          errors: {},
        },
      }));
    if (key === 'POST /rest/images')
      return restCall('initializeUpload', seen, tokens, ['action'], () => {
        const asked = initializeUpload.safeParse(json(seen));
        if (!asked.success || seen.query.get('action') !== 'initializeUpload')
          return linkedInError(422, 'UNPROCESSABLE_ENTITY', 'ERROR :: /initializeUploadRequest');
        const urn = `urn:li:image:C4D${nextId()}`;
        images.set(urn, { owner: asked.data.initializeUploadRequest.owner, bytes: null });
        const uploadUrl = `http://${seen.headers['host']}/dms-uploads/${urn}`;
        return {
          status: 200,
          body: { value: { uploadUrlExpiresAt: Date.now() + 86_400_000, uploadUrl, image: urn } },
        };
      });
    if (seen.method === 'PUT' && seen.path.startsWith('/dms-uploads/'))
      return {
        step: 'upload',
        act: () => {
          const image = images.get(seen.path.slice('/dms-uploads/'.length));
          if (!image) return { status: 404 };
          const refused = tokenRefusal(seen, tokens);
          if (refused || seen.body.length === 0) return refused ?? { status: 400 };
          image.bytes = seen.body;
          return { status: 201 };
        },
      };
    if (key === 'POST /rest/posts')
      return restCall('createPost', seen, tokens, [], () => {
        const asked = createPost.safeParse(json(seen));
        if (!asked.success)
          return linkedInError(
            422,
            'UNPROCESSABLE_ENTITY',
            `ERROR :: /${asked.error.issues[0]?.path.join('/')}`,
          );
        const { author, commentary, content } = asked.data;
        if (author !== organizations[0])
          return linkedInError(
            403,
            'ACCESS_DENIED',
            'Field Value validation failed in REQUEST_BODY: /author',
            100,
          );
        const image = content && images.get(content.media.id);
        if (content && !image?.bytes)
          return linkedInError(422, 'UNPROCESSABLE_ENTITY', 'ERROR :: /content/media/id :: not uploaded');
        const text = shownText(commentary);
        const twin = [...posts].find(([, post]) => post.text === text);
        if (twin) return linkedInError(422, 'DUPLICATE_POST', `Content is a duplicate of ${twin[0]}`);
        const urn = `urn:li:share:${nextId()}`;
        posts.set(urn, { text, author, image: image?.bytes ?? null, alt: content?.media.altText ?? null });
        return { status: 201, headers: { 'x-restli-id': urn } };
      });
    if (seen.method === 'GET' && seen.path.startsWith('/rest/posts/'))
      return restCall('readPost', seen, tokens, ['viewContext'], () => {
        const urn = decodeURIComponent(seen.path.slice('/rest/posts/'.length));
        const post = posts.get(urn);
        if (!post) return linkedInError(404, 'NOT_FOUND', 'Could not find entity');
        return {
          status: 200,
          body: { id: urn, author: post.author, lifecycleState: lifecycle.shift() ?? 'PUBLISHED' },
        };
      });
    if (key === 'GET /rest/organizationalEntityShareStatistics')
      return restCall('statistics', seen, tokens, ['q', 'organizationalEntity', 'shares', 'ugcPosts'], () => {
        const urn = /^List\((.+)\)$/.exec(seen.query.get('shares') ?? '')?.[1] ?? '';
        const figures = {
          uniqueImpressionsCount: 310,
          shareCount: 4,
          engagement: 0.1,
          clickCount: 12,
          likeCount: 25,
          impressionCount: 480,
          commentCount: 3,
        };
        const elements = posts.has(urn)
          ? [{ organizationalEntity: organizations[0], share: urn, totalShareStatistics: figures }]
          : [];
        return { status: 200, body: { paging: { start: 0, count: 10, links: [] }, elements } };
      });
    return null;
  });
  const { address } = server;
  return {
    ...server,
    config: { ...fakeApplication, apiBase: address, authBase: address, version },
    env: {
      LINKEDIN_CLIENT_ID: fakeApplication.clientId,
      LINKEDIN_CLIENT_SECRET: fakeApplication.clientSecret,
      LINKEDIN_API_BASE: address,
      LINKEDIN_AUTH_BASE: address,
      LINKEDIN_VERSION: version,
    },
    accessToken: 'fake-member-token',
    organizations,
    posts,
    lifecycle,
    addToken,
  };
}
