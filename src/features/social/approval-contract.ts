import { z } from 'zod';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { instant, instantInput, text } from '#shared/text.ts';
import { approval, postLimits, postParam, socialPost } from './contract.ts';
import { longestText, platform } from './platforms.ts';

const note = text(postLimits.note).nullable().optional();

/** The approval step, for organizations that switched it on. */
export const approvalApi = defineApi({
  module: 'social_media',
  endpoints: {
    request: endpoint({
      method: 'POST',
      path: '/api/social-posts/:id/request-approval',
      summary: 'Ask for approval; who may approve gets a mail with a link',
      access: 'social.write',
      ids: { id: 'social_posts' },
      effects: ['mail', 'frame'],
      idempotent: true,
      params: postParam,
      output: socialPost,
    }),
    approve: endpoint({
      method: 'POST',
      path: '/api/social-posts/:id/approve',
      summary: 'Approve a post as it is, for those who may; a change of it asks again',
      access: 'social.write',
      ids: { id: 'social_posts' },
      effects: ['frame'],
      idempotent: true,
      params: postParam,
      body: z.strictObject({
        /** Of the post as it was shown: what was changed since is not approved. */
        updatedAt: instantInput.optional(),
      }),
      output: socialPost,
    }),
    decline: endpoint({
      method: 'POST',
      path: '/api/social-posts/:id/decline',
      summary: 'Send a post back to its author with a note',
      access: 'social.write',
      ids: { id: 'social_posts' },
      effects: ['frame'],
      idempotent: true,
      params: postParam,
      body: z.strictObject({ note }),
      output: socialPost,
    }),
  },
});

/** What the one who approves sees behind the link of the mail, on a phone, without signing in. */
export const postForApproval = z.strictObject({
  organization: text(200),
  author: text(400).nullable(),
  platform,
  content: text(longestText),
  imageUrl: text(postLimits.address).nullable(),
  imageAlt: text(postLimits.altText).nullable(),
  scheduledFor: instant.nullable(),
  timezone: text(100),
  /** Null when it was published, deleted from approval or changed since the mail. */
  approval: approval.nullable(),
  /** Why it can no longer be decided here, in a sentence; null = it can. */
  closed: text(300).nullable(),
});
export type PostForApproval = z.infer<typeof postForApproval>;

const linkParam = z.strictObject({ token: z.string().min(10).max(200) });
const linkRate = { calls: 60, seconds: 60, per: 'address' } as const;

export const approvalLinkApi = defineApi({
  module: null,
  endpoints: {
    open: endpoint({
      method: 'GET',
      path: '/api/post-approvals/:token',
      summary: 'The post behind the link of an approval mail',
      access: 'signed-link',
      ids: { token: 'social_posts' },
      effects: [],
      rate: linkRate,
      v2: false,
      params: linkParam,
      output: postForApproval,
    }),
    approve: endpoint({
      method: 'POST',
      path: '/api/post-approvals/:token/approve',
      summary: 'Approve the post behind the link',
      access: 'signed-link',
      ids: { token: 'social_posts' },
      effects: ['frame'],
      rate: linkRate,
      v2: false,
      params: linkParam,
      output: postForApproval,
    }),
    decline: endpoint({
      method: 'POST',
      path: '/api/post-approvals/:token/decline',
      summary: 'Send the post behind the link back to its author',
      access: 'signed-link',
      ids: { token: 'social_posts' },
      effects: ['frame'],
      rate: linkRate,
      v2: false,
      params: linkParam,
      body: z.strictObject({ note }),
      output: postForApproval,
    }),
  },
});
