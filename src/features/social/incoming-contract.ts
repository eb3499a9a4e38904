import { z } from 'zod';
import { defineApi, endpoint, noContent } from '#shared/endpoint.ts';
import { rowId, slugPattern, text } from '#shared/text.ts';
import { postLimits } from './contract.ts';

const count = z.int().min(0).max(2_000_000_000);
const webAddress = text(postLimits.address).pipe(z.url({ protocol: /^https?$/ }));

const figures = {
  likes: count,
  comments: count,
  shares: count,
  reach: count.nullable().optional(),
};

const whichPost = { postId: rowId.optional(), permalink: webAddress.optional() };
const named = 'Name the post by postId or permalink.';

export const engagementReport = z
  .strictObject({ ...whichPost, ...figures })
  .refine(({ postId, permalink }) => postId !== undefined || permalink !== undefined, named);

/** What an automation reports back under its signature: Standard Webhooks, with the secret of the outgoing webhook. */
export const automationReport = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('social_post.published'),
    data: z.object({
      postId: rowId,
      permalink: webAddress.nullable().optional(),
      /** The same under the name that an answer of the webhook may use. */
      url: webAddress.nullable().optional(),
    }),
  }),
  z.object({
    type: z.literal('social_post.engagement'),
    data: z
      .object({ ...whichPost, ...figures })
      .refine(({ postId, permalink }) => postId !== undefined || permalink !== undefined, named),
  }),
]);

/** Bytes of one report. */
const reportLimit = 64 * 1024;

export const socialIngestApi = defineApi({
  module: 'social_media',
  endpoints: {
    engagement: endpoint({
      method: 'POST',
      path: '/api/v2/ingest/social-engagement',
      summary: 'Likes, comments, shares and reach of a published post, as the platform counts them',
      status: 204,
      access: 'social.ingest',
      ids: { postId: 'social_posts' },
      effects: ['frame'],
      idempotent: true,
      body: engagementReport,
      output: noContent,
    }),
  },
});

export const socialWebhookApi = defineApi({
  module: null,
  endpoints: {
    report: endpoint({
      method: 'POST',
      path: '/api/webhooks/social/:slug',
      summary:
        'An automation reports a published address or engagement; signed as Standard Webhooks describe',
      access: 'public',
      ids: { postId: 'social_posts' },
      effects: ['frame'],
      rate: { calls: 600, seconds: 60, per: 'address' },
      signedBy: ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
      bodyLimit: reportLimit,
      v2: false,
      params: z.strictObject({ slug: z.string().regex(slugPattern) }),
      body: automationReport,
      output: z.strictObject({}),
    }),
  },
});
