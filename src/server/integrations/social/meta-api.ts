import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Answered, OutboundRequest } from '#server/integrations/http-client.ts';
import type { MetaConfig } from '#server/social-config.ts';
import { jsonOf } from './calls.ts';
import { answerFault, statusFault, tokenDead } from './faults.ts';
import type { Fault } from './provider.ts';

/** Ids of the Graph API. They become part of a path. */
export const graphId = z.string().regex(/^\d{1,40}(?:_\d{1,40})?$/);

/**
 * A call of the Graph API. The token goes in a header, so that no log of addresses holds it, with the proof that the
 * caller holds the application's secret (developers.facebook.com/docs/graph-api/guides/secure-requests).
 * @param fields - query of a GET
 */
export function graphGet(
  config: MetaConfig,
  accessToken: string,
  path: string,
  fields: Record<string, string>,
): OutboundRequest {
  const query = new URLSearchParams({ ...fields, appsecret_proof: proofOf(config, accessToken) });
  return {
    method: 'GET',
    url: `${config.apiBase}/${config.version}/${path}?${query.toString()}`,
    headers: { authorization: `Bearer ${accessToken}` },
  };
}

/** A POST with the fields as multipart/form-data, which takes files too. */
export async function graphPost(
  config: MetaConfig,
  accessToken: string,
  path: string,
  fields: Record<string, string | Blob>,
): Promise<OutboundRequest> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, appsecret_proof: proofOf(config, accessToken) }))
    form.append(name, value);
  const encoded = new Response(form);
  return {
    method: 'POST',
    url: `${config.apiBase}/${config.version}/${path}`,
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': encoded.headers.get('content-type') ?? 'multipart/form-data',
    },
    body: new Uint8Array(await encoded.arrayBuffer()),
  };
}

function proofOf({ appSecret }: MetaConfig, accessToken: string): string {
  return createHmac('sha256', appSecret).update(accessToken).digest('hex');
}

/** developers.facebook.com/docs/graph-api/using-graph-api/error-handling */
const errorShape = z.looseObject({
  error: z.looseObject({
    message: z.string().optional(),
    code: z.number().optional(),
    error_subcode: z.number().optional(),
    error_user_msg: z.string().optional(),
  }),
});

type MetaError = z.output<typeof errorShape>['error'];

function errorOf(answer: Answered): MetaError {
  return jsonOf(answer, errorShape)?.error ?? {};
}

/** Faults of the network's own that leave open whether a call was carried out: "Temporary issue", "Server error". */
const ownFaults = new Set([-2, -1, 1, 2]);

interface Meaning {
  code: Fault['code'];
  reason: (name: string) => string;
  fix: (name: string) => string;
  retry?: true;
}

const limited: Meaning = {
  code: 'rate_limited',
  reason: (name) => `${name} takes no more calls of this account for now.`,
  fix: () => 'Try again later.',
  retry: true,
};
const permission: Meaning = {
  code: 'permission_missing',
  reason: (name) => `${name} does not let the hub do this: the permission was not given, or was taken back.`,
  fix: (name) => `Reconnect ${name} and allow everything that it asks for`,
};
const image: Meaning = {
  code: 'image_rejected',
  reason: (name) =>
    `${name} cannot use the image: its format, size or shape does not fit, or it could not be fetched.`,
  fix: () => 'Use another image: JPEG, at most 8 MB, between 4:5 and 1.91:1.',
};
const restricted: Meaning = {
  code: 'account_restricted',
  reason: (name) => `${name} has restricted this account or taken the post for spam.`,
  fix: (name) => `Open ${name}, see what it asks for, and publish again.`,
};
const busy: Meaning = {
  code: 'server_error',
  reason: (name) => `${name} has a fault of its own.`,
  fix: () => 'Try again later.',
  retry: true,
};

/** Subcodes first (developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes). */
const bySubcode: Record<number, Meaning> = {
  2207051: restricted,
  2207050: restricted,
  2207042: {
    code: 'quota_used_up',
    reason: (name) => `${name} takes no more posts of this account within 24 hours.`,
    fix: () => 'Publish it tomorrow.',
  },
  2207027: busy,
  2207020: busy,
};

const byCode: Record<number, Meaning> = {
  3: permission,
  10: permission,
  4: limited,
  17: limited,
  32: limited,
  341: limited,
  613: limited,
  25: restricted,
  368: restricted,
  506: {
    code: 'duplicate',
    reason: (name) => `${name} refused the post because the page has just published the same.`,
    fix: () => 'Look at the page; change the text if it is to be published again.',
  },
  324: image,
  9004: image,
  36000: image,
  36001: image,
  36003: image,
  36004: {
    code: 'text_rejected',
    reason: (name) => `${name} cannot publish this text: it is too long or has too many hashtags.`,
    fix: () => 'Shorten the text and publish it again.',
  },
};

function meaningOf({ code, error_subcode }: MetaError): Meaning | null {
  const own = bySubcode[error_subcode ?? 0];
  if (own) return own;
  if (code === undefined) return null;
  if (code >= 200 && code <= 299) return permission;
  // Limits of business use cases (developers.facebook.com/docs/graph-api/overview/rate-limiting).
  if (code >= 80_000 && code <= 80_014) return limited;
  return byCode[code] ?? (ownFaults.has(code) ? busy : null);
}

function isDeadToken({ code }: MetaError, status: number): boolean {
  // 102 and 190 with any subcode: expired, withdrawn, or the password was changed.
  return code === 190 || code === 102 || status === 401;
}

/** Whether an error answer to the call that publishes may come although the post was made. */
export function leavesOpen(answer: Answered): boolean {
  const error = errorOf(answer);
  if (bySubcode[error.error_subcode ?? 0] || isDeadToken(error, answer.status)) return false;
  const meaning = meaningOf(error);
  return meaning ? meaning === busy : answer.status >= 500;
}

/** What an error of the Graph API means. */
export function metaFault(name: string): (answer: Answered) => Fault {
  return (answer) => {
    const error = errorOf(answer);
    if (isDeadToken(error, answer.status)) return tokenDead(name, answer);
    const meaning = meaningOf(error);
    if (!meaning) return statusFault(name, answer, error.error_user_msg ?? error.message ?? null);
    return answerFault(answer, {
      code: meaning.code,
      reason: meaning.reason(name),
      fix: meaning.fix(name),
      retry: meaning.retry ?? false,
    });
  };
}
