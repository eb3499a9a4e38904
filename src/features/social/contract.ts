import { z } from 'zod';
import { defineApi, endpoint, noContent } from '#shared/endpoint.ts';
import { event } from '#shared/realtime.ts';
import { cursor, id, instant, instantInput, limit, required, rowId, search, text } from '#shared/text.ts';
import { longestText, platform } from './platforms.ts';
import { postGroup, postState } from './post-state.ts';

export const postLimits = {
  address: 2000,
  altText: 1000,
  brief: 2000,
  note: 500,
  /** Days of one look at the calendar. */
  calendarDays: 62,
  /** Posts of one look at the calendar. */
  calendarPosts: 5000,
  /** Deliveries of one post that are shown. */
  deliveries: 50,
} as const;

const count = z.int().min(0).max(2_000_000_000);

export const engagement = z.strictObject({
  likes: count,
  comments: count,
  shares: count,
  reach: count.nullable(),
  source: z.enum(['platform', 'sample']),
});

/** A post as the specification's calls give it (shapes section 10). */
export const socialPost = z.strictObject({
  id,
  platform,
  content: text(longestText),
  status: z.enum(['published', 'unpublished']),
  state: postState,
  scheduledFor: instant.nullable(),
  createdAt: instant,
  updatedAt: instant,
  publishedAt: instant.nullable(),
  permalink: text(postLimits.address).nullable(),
  failureReason: text(1000).nullable(),
  imageUrl: text(postLimits.address).nullable(),
  imageAlt: text(postLimits.altText).nullable(),
  engagement: engagement.nullable(),
});
export type SocialPost = z.infer<typeof socialPost>;

/** How a post leaves: by hand, through the automation webhook, or directly to the platform. */
export const publishModes = ['by_hand', 'webhook', 'direct'] as const;
export const publishMode = z.enum(publishModes);
export type PublishMode = z.infer<typeof publishMode>;

export const approval = z.strictObject({
  state: z.enum(['pending', 'approved', 'declined', 'expired']),
  /** Who decided, or null while it waits. */
  by: text(400).nullable(),
  /** When it was decided, or asked for while it waits. */
  at: instant,
  note: text(postLimits.note).nullable(),
  /** Until when it can be decided. */
  expiresAt: instant,
});
export type Approval = z.infer<typeof approval>;

/** A post as the screens list it: with what belongs around it. */
export const postDetails = socialPost.extend({
  /** The variants of one post for several platforms share it. */
  entryId: id,
  /** What to do about `failureReason`, such as 'Reconnect LinkedIn'. */
  failureFix: text(200).nullable(),
  /** When the next automatic try is due; null = none. */
  nextTryAt: instant.nullable(),
  /** Its time came and nobody but a person can publish it: copy, post, mark as published. */
  isDueByHand: z.boolean(),
  approval: approval.nullable(),
  /** The uploaded picture, for previews; null when there is none or it lies elsewhere (`imageUrl`). */
  picture: z
    .strictObject({ id, url: text(500), thumbUrl: text(500), width: z.int(), height: z.int() })
    .nullable(),
  author: text(400).nullable(),
  /** How it left; null while it has not. */
  publishedBy: z.union([publishMode, z.null()]),
});
export type PostDetails = z.infer<typeof postDetails>;

export const postSort = z.enum(['newest', 'soonest']);

const listQuery = z.strictObject({
  limit,
  cursor,
  search,
  status: postGroup.optional(),
  platform: platform.optional(),
  /** `soonest`: by the time that they are scheduled for. */
  sort: postSort.default('newest'),
  /** With `to`: the posts of these days by the time at which they are scheduled or were published; no `limit` applies. */
  from: instantInput.optional(),
  to: instantInput.optional(),
});

/** The path of one post. */
export const postParam = z.strictObject({ id: rowId });

/** An address that anyone can open. */
export const webAddress = text(postLimits.address).pipe(
  z.url({ protocol: /^https?$/, error: 'A picture’s address begins with https://.' }),
);

const scheduledFor = z.union([instantInput, z.null()]);

const picture = {
  /** Of `POST /api/uploads`. */
  imageId: rowId.nullable().optional(),
  imageUrl: webAddress.nullable().optional(),
  imageAlt: text(postLimits.altText).nullable().optional(),
};

const content = required(longestText, 'Write the text of the post first.');

export const newPost = z.strictObject({
  platform,
  content,
  ...picture,
  scheduledFor: scheduledFor.optional(),
});

/** One post for several platforms, each with a text of its own. */
export const newEntry = z.strictObject({
  variants: z
    .array(z.strictObject({ platform, content }))
    .min(1, 'Choose at least one platform.')
    .max(platform.options.length)
    .refine((all) => new Set(all.map((one) => one.platform)).size === all.length, 'Name each platform once.'),
  ...picture,
  /** A time, the next free slot of each platform, or neither. */
  when: z.union([instantInput, z.literal('next_slot'), z.null()]).default(null),
});

export const draftVariant = z.strictObject({
  platform,
  text: text(longestText),
  altText: text(postLimits.altText).nullable(),
});

export const generated = z.strictObject({
  variants: z.array(draftVariant).max(platform.options.length),
  engine: text(200),
  issues: z.array(text(500)).max(20),
});
export type GeneratedPosts = z.infer<typeof generated>;

export const overview = z.strictObject({
  draft: count,
  scheduled: count,
  published: count,
  /** Posts of each platform, in every state. */
  byPlatform: z.record(platform, count),
});

/** A post was published by the hub itself, not by a person's press. */
export const socialPostPublished = event('social_post_published', z.strictObject({ id, platform }));
/** Something about the posts changed; who shows them reads again. */
export const socialPostsChanged = event('social_posts_changed', z.strictObject({ id: id.nullable() }));

const aiRate = { calls: 30, seconds: 60, per: 'user' } as const;

export const socialApi = defineApi({
  module: 'social_media',
  endpoints: {
    list: endpoint({
      method: 'GET',
      path: '/api/social-posts',
      summary: 'Posts, newest first; with from and to the posts of those days',
      access: 'social.read',
      ids: {},
      effects: [],
      trusted: true,
      query: listQuery,
      output: z.array(socialPost).max(postLimits.calendarPosts),
    }),
    entries: endpoint({
      method: 'GET',
      path: '/api/social-entries',
      summary: 'The same list with what the screens show around each post',
      access: 'social.read',
      ids: {},
      effects: [],
      trusted: true,
      query: listQuery,
      output: z.array(postDetails).max(postLimits.calendarPosts),
    }),
    overview: endpoint({
      method: 'GET',
      path: '/api/social-overview',
      summary: 'How many posts there are, by state and platform',
      access: 'social.read',
      ids: {},
      effects: [],
      output: overview,
    }),
    read: endpoint({
      method: 'GET',
      path: '/api/social-posts/:id',
      summary: 'One post with what the screens show around it',
      access: 'social.read',
      ids: { id: 'social_posts' },
      effects: [],
      params: postParam,
      output: postDetails,
    }),
    create: endpoint({
      method: 'POST',
      path: '/api/social-posts',
      summary: 'Add a post for one platform',
      status: 201,
      access: 'social.write',
      ids: { imageId: 'images' },
      effects: ['frame'],
      idempotent: true,
      body: newPost,
      output: socialPost,
    }),
    createEntry: endpoint({
      method: 'POST',
      path: '/api/social-entries',
      summary: 'Add a post for several platforms as one entry',
      status: 201,
      access: 'social.write',
      ids: { imageId: 'images' },
      effects: ['frame', 'mail'],
      idempotent: true,
      body: newEntry,
      output: z.array(postDetails).max(platform.options.length),
    }),
    generate: endpoint({
      method: 'POST',
      path: '/api/social-posts/generate',
      summary: 'Draft a text for each platform; nothing is stored',
      access: 'social.write',
      ids: { imageId: 'images' },
      effects: ['ai'],
      idempotent: true,
      rate: aiRate,
      body: z.strictObject({
        platforms: z.array(platform).min(1, 'Choose at least one platform.').max(platform.options.length),
        brief: text(postLimits.brief).default(''),
        imageId: rowId.nullable().optional(),
        engine: z.literal('builtin').optional(),
      }),
      output: generated,
    }),
    update: endpoint({
      method: 'PUT',
      path: '/api/social-posts/:id',
      summary: 'Change the text or the picture of a post that is not out',
      access: 'social.write',
      ids: { id: 'social_posts', imageId: 'images' },
      effects: ['frame'],
      params: postParam,
      body: z.strictObject({ content: content.optional(), ...picture }),
      output: socialPost,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: '/api/social-posts/:id',
      summary: 'Delete a post that is not out',
      status: 204,
      access: 'social.write',
      ids: { id: 'social_posts' },
      effects: ['frame'],
      params: postParam,
      output: noContent,
    }),
  },
});
