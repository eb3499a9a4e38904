import { z } from 'zod';
import type { Answered, OutboundRequest } from '#server/integrations/http-client.ts';
import type { LinkedInConfig } from '#server/social-config.ts';
import { jsonBody, jsonOf } from './calls.ts';
import { answerFault, statusFault, tokenDead } from './faults.ts';
import type { Fault } from './provider.ts';

/**
 * A call of LinkedIn's versioned API. Every one needs both headers; no version is taken without being asked for
 * (learn.microsoft.com/en-us/linkedin/marketing/versioning).
 * @param path - below `/rest/`, encoded
 */
export function linkedInRequest(
  { apiBase, version }: LinkedInConfig,
  accessToken: string,
  path: string,
  body?: unknown,
): OutboundRequest {
  const { headers, ...content } = body === undefined ? { headers: {} } : jsonBody(body);
  return {
    method: body === undefined ? 'GET' : 'POST',
    url: `${apiBase}/rest/${path}`,
    headers: {
      ...headers,
      authorization: `Bearer ${accessToken}`,
      'linkedin-version': version,
      'x-restli-protocol-version': '2.0.0',
    },
    ...content,
  };
}

/** learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling */
const errorShape = z.looseObject({
  message: z.string().optional(),
  code: z.string().optional(),
});

/** What an error of LinkedIn's API means. */
export function linkedInFault(answer: Answered): Fault {
  const { message = '', code = '' } = jsonOf(answer, errorShape) ?? {};
  const { status } = answer;
  if (status === 401) return tokenDead('LinkedIn', answer);
  if (status === 403)
    return answerFault(answer, {
      code: 'permission_missing',
      reason:
        'LinkedIn does not let the hub do this: the person who connected it is no longer an administrator of the page, or has not allowed it.',
      fix: 'Reconnect LinkedIn as an administrator of the page',
      retry: false,
    });
  if (status === 426 || code === 'NONEXISTENT_VERSION' || code === 'VERSION_MISSING')
    return answerFault(answer, {
      code: 'not_configured',
      reason: 'LinkedIn has ended the version of its API that this hub uses.',
      fix: 'The operator sets a newer LINKEDIN_VERSION.',
      retry: false,
    });
  if (status === 422 && /duplicate/i.test(`${code} ${message}`))
    return answerFault(answer, {
      code: 'duplicate',
      reason: 'LinkedIn refused the post because the page already has one with the same text.',
      fix: 'Look at the page; change the text if it is to be published again.',
      retry: false,
    });
  if (status === 422)
    return answerFault(answer, {
      code: 'text_rejected',
      reason: `LinkedIn cannot publish this text or image. It said: “${message.slice(0, 200)}”.`,
      fix: 'Change the post and publish it again.',
      retry: false,
    });
  return statusFault('LinkedIn', answer, message);
}
