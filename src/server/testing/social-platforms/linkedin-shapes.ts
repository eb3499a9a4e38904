import { z } from 'zod';
import type { FakeFault, FakeReply } from './fake-server.ts';

/**
 * An error of LinkedIn's API: `message`, `status`, `serviceErrorCode`
 * (learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling); versioned calls name a `code` too.
 */
export function linkedInError(
  status: number,
  code: string,
  message: string,
  serviceErrorCode?: number,
): FakeReply {
  return { status, body: { status, code, message, ...(serviceErrorCode ? { serviceErrorCode } : {}) } };
}

/** Faults for `script`. The numbers of the token errors are from reports of users, not from the documentation. */
export const linkedInFaults = {
  expiredToken: {
    do: 'answer',
    ...linkedInError(401, 'EXPIRED_ACCESS_TOKEN', 'The token used in the request has expired', 65_602),
  },
  revokedToken: {
    do: 'answer',
    ...linkedInError(
      401,
      'REVOKED_ACCESS_TOKEN',
      'The token used in the request has been revoked by the user',
      65_601,
    ),
  },
  serverError: {
    do: 'answer',
    ...linkedInError(500, 'INTERNAL_SERVER_ERROR', 'Internal Server Error'),
  },
  rateLimited: {
    do: 'answer',
    ...linkedInError(429, 'TOO_MANY_REQUESTS', 'Resource level throttle limit for calls is reached.', 101),
    headers: { 'retry-after': '120' },
  },
} as const satisfies Record<string, FakeFault>;

/** learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api, "Create Organic Posts". */
export const createPost = z.strictObject({
  author: z.string().regex(/^urn:li:organization:\d+$/),
  commentary: z.string(),
  visibility: z.literal('PUBLIC'),
  distribution: z.strictObject({
    feedDistribution: z.enum(['MAIN_FEED', 'NONE']),
    targetEntities: z.array(z.never()),
    thirdPartyDistributionChannels: z.array(z.never()),
  }),
  lifecycleState: z.literal('PUBLISHED'),
  isReshareDisabledByAuthor: z.boolean(),
  content: z
    .strictObject({
      media: z.strictObject({ id: z.string(), altText: z.string().max(4086).optional() }),
    })
    .optional(),
});

/** learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api, "Initialize Image Upload". */
export const initializeUpload = z.strictObject({
  initializeUploadRequest: z.strictObject({ owner: z.string().regex(/^urn:li:organization:\d+$/) }),
});

/**
 * What readers see of a `commentary`: reserved characters count as text behind a backslash, and the first bare one cuts
 * the rest off, though the answer is 201 (little-text-format; the cut is from reports of users). Hashtags stay.
 */
export function shownText(commentary: string): string {
  let shown = '';
  for (let at = 0; at < commentary.length; at += 1) {
    const sign = commentary.charAt(at);
    if (sign === '\\') {
      at += 1;
      shown += commentary.charAt(at);
    } else if (sign === '#' && /^[\p{L}\p{N}]/u.test(commentary.slice(at + 1))) shown += sign;
    else if (/[|{}@[\]()<>#*_~]/.test(sign)) return shown;
    else shown += sign;
  }
  return shown;
}
