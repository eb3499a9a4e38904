import { z } from 'zod';
import type { Answered, HttpClient } from '#server/integrations/http-client.ts';
import { visibleAddressFault } from '#server/integrations/visible-address.ts';
import type { MetaConfig } from '#server/social-config.ts';
import { Calls, jsonOf, type Timing } from './calls.ts';
import { ended, openOutcome, refused, settled, silenceFault } from './faults.ts';
import { made, prepare, progress, statusOf, type Way } from './instagram-container.ts';
import { graphGet, graphId, graphPost, leavesOpen, metaFault } from './meta-api.ts';
import type {
  Delivery,
  Engagement,
  Fault,
  Outcome,
  PlatformAccount,
  PostImage,
  PublishRequest,
} from './provider.ts';

const name = 'Instagram';
const readFault = metaFault(name);

/**
 * Publishes an image in the two steps of the guide: a container, which Instagram fills by itself, and `media_publish`
 * (developers.facebook.com/docs/instagram-platform/content-publishing). All before the second step is a definite refusal.
 */
export async function publishToInstagram(
  client: HttpClient,
  timing: Timing,
  config: MetaConfig,
  allowPrivate: boolean,
  request: PublishRequest,
  account: PlatformAccount,
  signal: AbortSignal,
): Promise<Delivery> {
  const calls = new Calls(client, signal, timing.instagramMs, [account.accessToken, config.appSecret]);
  const way = { calls, timing, config, account };
  const { image } = request;
  if (!image) return ended(calls, refused(imageMissing));
  const fault = imageFault(image, allowPrivate);
  if (fault) return ended(calls, refused(fault));
  await request.onStep?.('checking');
  const full = await quotaFault(way);
  if (full) return ended(calls, refused(full));
  await request.onStep?.('preparing');
  const container = await prepare(way, request.content, image);
  if (!container.ok) return ended(calls, refused(container.fault));
  await request.onStep?.('publishing');
  const call = await graphPost(config, account.accessToken, `${account.id}/media_publish`, {
    creation_id: container.value,
  });
  const result = await calls.send(call);
  if (result.kind === 'unknown')
    return ended(calls, await resolved(way, container.value, 'Instagram did not answer.'));
  if (result.kind !== 'answered') return ended(calls, refused(silenceFault(name, result)));
  if (leavesOpen(result))
    return ended(
      calls,
      await resolved(way, container.value, `Instagram reported a fault (${result.status}).`),
    );
  if (result.status < 200 || result.status >= 300) return ended(calls, refused(readFault(result)));
  return ended(calls, await readBack(way, result));
}

const imageMissing: Fault = {
  code: 'image_missing',
  reason: 'Instagram publishes no post without an image. Nothing was sent.',
  fix: 'Add an image and publish again.',
  retry: false,
  status: null,
};

function imageFault({ contentType, publicUrl }: PostImage, allowPrivate: boolean): Fault | null {
  const rejected = { code: 'image_rejected', retry: false, status: null } as const;
  if (contentType !== 'image/jpeg') {
    const reason = 'Instagram takes images in the JPEG format only. Nothing was sent.';
    return { ...rejected, reason, fix: 'Upload the image as JPEG.' };
  }
  if (visibleAddressFault(publicUrl, allowPrivate) === null) return null;
  const reason =
    'Instagram fetches the image from the hub, and the address of this hub cannot be reached from the internet. Nothing was sent.';
  return {
    ...rejected,
    reason,
    fix: 'The operator sets HUB_PUBLIC_URL to an address that anyone can reach.',
  };
}

const quota = z.looseObject({
  data: z.array(
    z.looseObject({
      quota_usage: z.number(),
      config: z.looseObject({ quota_total: z.number() }).optional(),
    }),
  ),
});

/** The limit differs between accounts and pages of the documentation, so it is read before each publish. */
async function quotaFault({ calls, config, account }: Way): Promise<Fault | null> {
  const asked = await calls.send(
    graphGet(config, account.accessToken, `${account.id}/content_publishing_limit`, {
      fields: 'config,quota_usage',
    }),
  );
  const answer = settled(name, asked, readFault);
  if (!answer.ok) return answer.fault;
  const used = jsonOf(answer.value, quota)?.data[0];
  if (!used?.config || used.quota_usage < used.config.quota_total) return null;
  return {
    code: 'quota_used_up',
    reason: `Instagram takes ${used.config.quota_total} posts of this account within 24 hours, and that many were published. Nothing was sent.`,
    fix: 'Publish it tomorrow.',
    retry: false,
    status: answer.value.status,
  };
}

/** A container tells that it was published when the answer to that was lost (guide, "Troubleshooting"). */
async function resolved(way: Way, container: string, because: string): Promise<Outcome> {
  const asked = await way.calls.send(statusOf(way, container), 'aside');
  const now = asked.kind === 'answered' && asked.status === 200 ? jsonOf(asked, progress) : null;
  if (now?.status_code !== 'PUBLISHED') return openOutcome(name, because);
  const note = `${because} Asked again, it said that the post is published, but not where.`;
  return { kind: 'published', permalink: null, externalId: null, note };
}

const link = z.looseObject({ permalink: z.url({ protocol: /^https$/ }).max(2000) });

async function readBack({ calls, config, account }: Way, published: Answered): Promise<Outcome> {
  const id = jsonOf(published, made)?.id ?? null;
  if (id === null) {
    const note = 'Instagram confirmed the post without saying where it is.';
    return { kind: 'published', permalink: null, externalId: null, note };
  }
  const read = await calls.send(graphGet(config, account.accessToken, id, { fields: 'permalink' }), 'aside');
  const found = read.kind === 'answered' && read.status === 200 ? jsonOf(read, link) : null;
  const note = found ? null : 'Instagram confirmed the post, but it could not be read back.';
  return { kind: 'published', permalink: found?.permalink ?? null, externalId: id, note };
}

const figures = z.looseObject({ like_count: z.number().optional(), comments_count: z.number() });
const insights = z.looseObject({
  data: z.array(z.looseObject({ name: z.string(), values: z.array(z.looseObject({ value: z.number() })) })),
});

/**
 * Figures of one post (developers.facebook.com/docs/instagram-platform/reference/instagram-media and …/insights). Reach
 * and shares need a permission of their own; without it they are not known, and shares count as 0.
 */
export async function readInstagramEngagement(
  client: HttpClient,
  timing: Timing,
  config: MetaConfig,
  account: PlatformAccount,
  id: string,
  signal: AbortSignal,
): Promise<Engagement | null> {
  if (!graphId.safeParse(id).success) return null;
  const calls = new Calls(client, signal, timing.publishMs, []);
  const get = (path: string, fields: Record<string, string>) =>
    calls.send(graphGet(config, account.accessToken, path, fields));
  const result = await get(id, { fields: 'like_count,comments_count' });
  const read = result.kind === 'answered' && result.status === 200 ? jsonOf(result, figures) : null;
  if (!read) return null;
  const more = await get(`${id}/insights`, { metric: 'reach,shares' });
  const found = more.kind === 'answered' && more.status === 200 ? jsonOf(more, insights) : null;
  const metric = (wanted: string) => found?.data.find((one) => one.name === wanted)?.values[0]?.value ?? null;
  return {
    likes: read.like_count ?? 0,
    comments: read.comments_count,
    shares: metric('shares') ?? 0,
    reach: metric('reach'),
  };
}
