import { z } from 'zod';
import type { Answered, HttpClient } from '#server/integrations/http-client.ts';
import type { LinkedInConfig } from '#server/social-config.ts';
import { Calls, jsonOf, type Timing } from './calls.ts';
import { ended, openOutcome, refused, settled, silenceFault, unreadable } from './faults.ts';
import { linkedInFault, linkedInRequest } from './linkedin-api.ts';
import { littleText } from './linkedin-text.ts';
import type {
  Answer,
  Delivery,
  Engagement,
  Outcome,
  PlatformAccount,
  PostImage,
  PublishRequest,
} from './provider.ts';

/** Characters of `altText` (Images API, learn.microsoft.com/…/community-management/shares/images-api). */
const altLimit = 4086;
const looks = 3;

const upload = z.looseObject({ value: z.looseObject({ uploadUrl: z.url(), image: z.string().min(1) }) });
const urnPattern = /^urn:li:(?:share|ugcPost):[\w-]{1,100}$/;

/**
 * Publishes on an organization's page: image by the Images API, post by the Posts API, then reading it back
 * (learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api).
 */
export async function publishToLinkedIn(
  client: HttpClient,
  timing: Timing,
  config: LinkedInConfig,
  request: PublishRequest,
  account: PlatformAccount,
  signal: AbortSignal,
): Promise<Delivery> {
  const calls = new Calls(client, signal, timing.publishMs, [account.accessToken, config.clientSecret]);
  let image: string | null = null;
  if (request.image) {
    await request.onStep?.('uploading');
    const uploaded = await uploadImage(calls, config, account, request.image);
    if (!uploaded.ok) return ended(calls, refused(uploaded.fault));
    image = uploaded.value;
  }
  await request.onStep?.('publishing');
  const media = image && {
    media: { id: image, ...(request.image?.alt ? { altText: request.image.alt.slice(0, altLimit) } : {}) },
  };
  const result = await calls.send(
    linkedInRequest(config, account.accessToken, 'posts', {
      author: account.id,
      commentary: littleText(request.content),
      visibility: 'PUBLIC',
      distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
      lifecycleState: 'PUBLISHED',
      isReshareDisabledByAuthor: false,
      ...(media ? { content: media } : {}),
    }),
  );
  // Nothing in the documentation says that a server error made no post.
  if (result.kind === 'unknown') return ended(calls, openOutcome('LinkedIn', 'LinkedIn did not answer.'));
  if (result.kind !== 'answered') return ended(calls, refused(silenceFault('LinkedIn', result)));
  if (result.status >= 500)
    return ended(calls, openOutcome('LinkedIn', `LinkedIn reported a fault (${result.status}).`));
  if (result.status < 200 || result.status >= 300) return ended(calls, refused(linkedInFault(result)));
  return ended(calls, await readBack(calls, timing, config, account, result));
}

async function uploadImage(
  calls: Calls,
  config: LinkedInConfig,
  account: PlatformAccount,
  image: PostImage,
): Promise<Answer<string>> {
  const asked = await calls.send(
    linkedInRequest(config, account.accessToken, 'images?action=initializeUpload', {
      initializeUploadRequest: { owner: account.id },
    }),
  );
  const begun = settled('LinkedIn', asked, linkedInFault);
  if (!begun.ok) return begun;
  const place = jsonOf(begun.value, upload);
  if (!place) return { ok: false, fault: unreadable('LinkedIn', begun.value) };
  const put = await calls.send({
    method: 'PUT',
    url: place.value.uploadUrl,
    headers: { authorization: `Bearer ${account.accessToken}`, 'content-type': image.contentType },
    body: await image.bytes(),
  });
  const taken = settled('LinkedIn', put, linkedInFault);
  return taken.ok ? { ok: true, value: place.value.image } : taken;
}

const state = z.looseObject({ lifecycleState: z.string() });

/** A 201 is LinkedIn's confirmation; reading back finds a post that it dropped while processing it. */
async function readBack(
  calls: Calls,
  timing: Timing,
  config: LinkedInConfig,
  account: PlatformAccount,
  created: Answered,
): Promise<Outcome> {
  const urn = created.headers['x-restli-id'] ?? '';
  if (!urnPattern.test(urn)) {
    const note = 'LinkedIn confirmed the post without saying where it is.';
    return { kind: 'published', permalink: null, externalId: null, note };
  }
  const published = (note: string | null): Outcome => ({
    kind: 'published',
    permalink: `https://www.linkedin.com/feed/update/${urn}`,
    externalId: urn,
    note,
  });
  for (let look = 1; look <= looks; look += 1) {
    const read = await calls.send(
      linkedInRequest(config, account.accessToken, `posts/${encodeURIComponent(urn)}`),
      'aside',
    );
    const found = read.kind === 'answered' && read.status === 200 ? jsonOf(read, state) : null;
    if (!found) return published('LinkedIn confirmed the post, but it could not be read back.');
    if (found.lifecycleState === 'PUBLISHED') return published(null);
    if (found.lifecycleState === 'PUBLISH_FAILED') {
      return refused({
        code: 'rejected',
        reason: 'LinkedIn took the post and then could not publish it.',
        fix: 'Change the text or the image and publish it again.',
        retry: false,
        status: created.status,
      });
    }
    if (look === looks || !(await calls.wait(timing.pollMs))) break;
  }
  return published('LinkedIn confirmed the post and is still working on it.');
}

const statistics = z.looseObject({
  elements: z.array(
    z.looseObject({
      totalShareStatistics: z.looseObject({
        likeCount: z.number(),
        commentCount: z.number(),
        shareCount: z.number(),
        uniqueImpressionsCount: z.number().optional(),
      }),
    }),
  ),
});

/**
 * Lifetime figures of one post, organic only
 * (learn.microsoft.com/en-us/linkedin/marketing/community-management/organizations/share-statistics).
 */
export async function readLinkedInEngagement(
  client: HttpClient,
  timing: Timing,
  config: LinkedInConfig,
  account: PlatformAccount,
  urn: string,
  signal: AbortSignal,
): Promise<Engagement | null> {
  if (!urnPattern.test(urn)) return null;
  const calls = new Calls(client, signal, timing.publishMs, []);
  const list = urn.startsWith('urn:li:share:') ? 'shares' : 'ugcPosts';
  const query = `q=organizationalEntity&organizationalEntity=${encodeURIComponent(account.id)}&${list}=List(${encodeURIComponent(urn)})`;
  const result = await calls.send(
    linkedInRequest(config, account.accessToken, `organizationalEntityShareStatistics?${query}`),
  );
  if (result.kind !== 'answered' || result.status !== 200) return null;
  const figures = jsonOf(result, statistics)?.elements[0]?.totalShareStatistics;
  if (!figures) return null;
  return {
    likes: figures.likeCount,
    comments: figures.commentCount,
    shares: figures.shareCount,
    reach: figures.uniqueImpressionsCount ?? null,
  };
}
