import { z } from 'zod';
import type { HttpClient } from '#server/integrations/http-client.ts';
import type { MetaConfig } from '#server/social-config.ts';
import { Calls, jsonOf, type Timing } from './calls.ts';
import { ended, openOutcome, refused, silenceFault } from './faults.ts';
import { graphGet, graphId, graphPost, leavesOpen, metaFault } from './meta-api.ts';
import type { Delivery, Engagement, Outcome, PlatformAccount, PublishRequest } from './provider.ts';

const name = 'Facebook';
const readFault = metaFault(name);

/** A photo answers with its own id and that of the post it made. */
const made = z.looseObject({ id: graphId, post_id: graphId.optional() });
const link = z.looseObject({ permalink_url: z.string().max(2000) });

/**
 * Publishes on a page: text by `/feed` (developers.facebook.com/docs/pages-api/posts), an image with its text by
 * `/photos` (developers.facebook.com/docs/graph-api/reference/page/photos), handed over as a file.
 */
export async function publishToFacebook(
  client: HttpClient,
  timing: Timing,
  config: MetaConfig,
  request: PublishRequest,
  account: PlatformAccount,
  signal: AbortSignal,
): Promise<Delivery> {
  const calls = new Calls(client, signal, timing.publishMs, [account.accessToken, config.appSecret]);
  const { content, image } = request;
  const call = await graphPost(
    config,
    account.accessToken,
    `${account.id}/${image ? 'photos' : 'feed'}`,
    image
      ? {
          source: new Blob([new Uint8Array(await image.bytes())], { type: image.contentType }),
          caption: content,
          ...(image.alt ? { alt_text_custom: image.alt } : {}),
        }
      : { message: content },
  );
  await request.onStep?.('publishing');
  const result = await calls.send(call);
  if (result.kind === 'unknown') return ended(calls, openOutcome(name, 'Facebook did not answer.'));
  if (result.kind !== 'answered') return ended(calls, refused(silenceFault(name, result)));
  if (leavesOpen(result))
    return ended(calls, openOutcome(name, `Facebook reported a fault (${result.status}).`));
  if (result.status < 200 || result.status >= 300) return ended(calls, refused(readFault(result)));
  const ids = jsonOf(result, made);
  return ended(calls, await readBack(calls, config, account, ids?.post_id ?? ids?.id ?? null));
}

async function readBack(
  calls: Calls,
  config: MetaConfig,
  account: PlatformAccount,
  id: string | null,
): Promise<Outcome> {
  const published = (permalink: string | null, note: string | null): Outcome => ({
    kind: 'published',
    permalink,
    externalId: id,
    note,
  });
  if (id === null) return published(null, 'Facebook confirmed the post without saying where it is.');
  const read = await calls.send(
    graphGet(config, account.accessToken, id, { fields: 'permalink_url' }),
    'aside',
  );
  const found = read.kind === 'answered' && read.status === 200 ? jsonOf(read, link) : null;
  const base = 'https://www.facebook.com';
  const address =
    found && URL.canParse(found.permalink_url, base) ? new URL(found.permalink_url, base) : null;
  return address?.protocol === 'https:'
    ? published(address.href, null)
    : published(null, 'Facebook confirmed the post, but it could not be read back.');
}

const total = z.looseObject({ summary: z.looseObject({ total_count: z.number() }) });
const figures = z.looseObject({
  reactions: total,
  comments: total,
  shares: z.looseObject({ count: z.number() }).optional(),
});

/** Figures of one post (developers.facebook.com/docs/graph-api/reference/post). Its reach is not asked for. */
export async function readFacebookEngagement(
  client: HttpClient,
  timing: Timing,
  config: MetaConfig,
  account: PlatformAccount,
  id: string,
  signal: AbortSignal,
): Promise<Engagement | null> {
  if (!graphId.safeParse(id).success) return null;
  const calls = new Calls(client, signal, timing.publishMs, []);
  const fields = 'reactions.limit(0).summary(total_count),comments.limit(0).summary(total_count),shares';
  const result = await calls.send(graphGet(config, account.accessToken, id, { fields }));
  const read = result.kind === 'answered' && result.status === 200 ? jsonOf(result, figures) : null;
  if (!read) return null;
  return {
    likes: read.reactions.summary.total_count,
    comments: read.comments.summary.total_count,
    shares: read.shares?.count ?? 0,
    reach: null,
  };
}
