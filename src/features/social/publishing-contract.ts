import { z } from 'zod';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { id, instant, instantInput, text } from '#shared/text.ts';
import { postLimits, postParam, publishMode, socialPost, webAddress } from './contract.ts';

const scheduledFor = z.union([instantInput, z.null()]);

export const delivery = z.strictObject({
  id,
  eventId: text(100),
  mode: publishMode,
  /** `replay`: a person sent the same event again. */
  cause: z.enum(['person', 'schedule', 'replay']),
  outcome: z.enum(['pending', 'published', 'refused', 'unknown']),
  statusCode: z.int().nullable(),
  reason: text(1000).nullable(),
  /** The beginning of what the other side answered. */
  answer: text(2000).nullable(),
  startedAt: instant,
  durationMs: z.int().nullable(),
  actor: text(400).nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/** When and how posts leave, and what became of each try. */
export const publishingApi = defineApi({
  module: 'social_media',
  endpoints: {
    publish: endpoint({
      method: 'POST',
      path: '/api/social-posts/:id/publish',
      summary:
        'Publish now: 200 when it is out, 202 while it is being sent; by hand it marks the post as published',
      access: 'social.write',
      ids: { id: 'social_posts' },
      effects: ['webhook', 'frame'],
      idempotent: true,
      params: postParam,
      body: z.strictObject({
        /** Where it can be seen, for a post that was published by hand. */
        permalink: webAddress.nullable().optional(),
      }),
      output: socialPost,
    }),
    schedule: endpoint({
      method: 'PUT',
      path: '/api/social-posts/:id/schedule',
      summary: 'Choose the time at which a post goes out; null takes it back',
      access: 'social.write',
      ids: { id: 'social_posts' },
      effects: ['frame', 'mail'],
      params: postParam,
      body: z.strictObject({ scheduledFor }),
      output: socialPost,
    }),
    queue: endpoint({
      method: 'POST',
      path: '/api/social-posts/:id/queue',
      summary: 'Schedule a post for the next free slot of its platform',
      access: 'social.write',
      ids: { id: 'social_posts' },
      effects: ['frame', 'mail'],
      idempotent: true,
      params: postParam,
      output: socialPost,
    }),
    resolve: endpoint({
      method: 'POST',
      path: '/api/social-posts/:id/resolve',
      summary: 'Say what became of a post whose sending got no answer',
      access: 'social.write',
      ids: { id: 'social_posts' },
      effects: ['frame'],
      idempotent: true,
      params: postParam,
      body: z.strictObject({
        /** False: it is not there, and may be published again. */
        published: z.boolean(),
        permalink: webAddress.nullable().optional(),
      }),
      output: socialPost,
    }),
    deliveries: endpoint({
      method: 'GET',
      path: '/api/social-posts/:id/deliveries',
      summary: 'Every try to publish a post, newest first',
      access: 'social.read',
      ids: { id: 'social_posts' },
      effects: [],
      params: postParam,
      output: z.array(delivery).max(postLimits.deliveries),
    }),
    replay: endpoint({
      method: 'POST',
      path: '/api/social-deliveries/:id/replay',
      summary: 'Send the same event to the automation once more; a receiver that knows it does nothing',
      access: 'social.write',
      ids: { id: 'social_deliveries' },
      effects: ['webhook', 'frame'],
      idempotent: true,
      params: postParam,
      output: socialPost,
    }),
  },
});
