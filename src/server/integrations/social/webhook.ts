import { randomBytes, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import type { Answered, HttpClient, OutboundResult } from '#server/integrations/http-client.ts';
import { addressLimit } from '#server/integrations/visible-address.ts';
import { Calls, jsonOf, type Timing } from './calls.ts';
import { answerFault, ended, refused, silenceFault, statusFault } from './faults.ts';
import type { Delivery, Fault, Outcome, PublishRequest, WebhookTarget } from './provider.ts';

const name = 'The automation service';
/** Of an answer; it holds an address at most. */
const answerBytes = 64 * 1024;

/** A secret of 32 random bytes in the form of Standard Webhooks. */
export function newWebhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Whether a secret has the form of Standard Webhooks ("Signature scheme"): `whsec_`, base64 of 24 to 64 bytes. */
export function isWebhookSecret(secret: string): boolean {
  const base64 = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1] ?? '';
  const length = Buffer.from(base64, 'base64').length;
  return base64.length % 4 === 0 && length >= 24 && length <= 64;
}

/** Sends a post to the tenant's automation service. */
export function publishToWebhook(
  client: HttpClient,
  timing: Timing,
  request: PublishRequest,
  target: WebhookTarget,
  signal: AbortSignal,
): Promise<Delivery> {
  const { eventId, platform, content, postId, image, organization } = request;
  const data = {
    postId,
    platform,
    content,
    image: image && { url: image.publicUrl, contentType: image.contentType, alt: image.alt },
    organization,
  };
  const begin = async () => request.onStep?.('publishing');
  return deliver({ client, timing, target, signal, begin }, eventId, 'social_post.publish', data);
}

/** Sends a `ping` and tells whether it was taken. */
export function pingWebhook(
  client: HttpClient,
  timing: Timing,
  target: WebhookTarget,
  organization: PublishRequest['organization'],
  signal: AbortSignal,
): Promise<Delivery> {
  return deliver({ client, timing, target, signal }, `msg_${randomUUID()}`, 'ping', { organization });
}

interface Way {
  client: HttpClient;
  timing: Timing;
  target: WebhookTarget;
  signal: AbortSignal;
  begin?: () => Promise<void>;
}

/** One message by Standard Webhooks 1.0.0: headers `webhook-id`, `-timestamp` and `-signature`, a signature per secret. */
async function deliver(way: Way, eventId: string, type: string, data: unknown): Promise<Delivery> {
  const { client, timing, target, signal } = way;
  const calls = new Calls(client, signal, timing.publishMs, [...target.secrets, target.url]);
  if (!target.secrets.every(isWebhookSecret)) return ended(calls, refused(noSecret));
  const at = new Date();
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  const signatures = target.secrets.map((secret) => new Webhook(secret).sign(eventId, at, body));
  await way.begin?.();
  const result = await calls.send({
    method: 'POST',
    url: target.url,
    headers: {
      'content-type': 'application/json',
      'webhook-id': eventId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signatures.join(' '),
    },
    body,
    maxBytes: answerBytes,
  });
  return ended(calls, outcomeOf(result));
}

const noSecret: Fault = {
  code: 'not_configured',
  reason: 'The secret of the webhook cannot be used to sign. Nothing was sent.',
  fix: 'Make a new secret for the webhook.',
  retry: false,
  status: null,
};

function outcomeOf(result: OutboundResult): Outcome {
  if (result.kind === 'unknown') {
    return {
      kind: 'unknown',
      reason:
        'The automation service was sent the post and did not answer in time. Whether it published it is not known. Look there before you publish again; it is not sent again by itself.',
    };
  }
  if (result.kind !== 'answered') return refused(silenceFault(name, result));
  const { status } = result;
  if (status >= 200 && status < 300)
    return { kind: 'published', permalink: permalinkOf(result), externalId: null, note: null };
  if (status === 410) return refused(gone(result));
  return refused(statusFault(name, result, null));
}

/** 410 means that the receiver wants no more messages (Standard Webhooks, "Disabling failing endpoints"). */
function gone(answer: Answered): Fault {
  return answerFault(answer, {
    code: 'gone',
    reason: 'The automation service says that this address is no longer in use (410).',
    fix: 'Enter the new address of the webhook.',
    retry: false,
  });
}

const published = z.looseObject({
  permalink: z.unknown().optional(),
  publishedUrl: z.unknown().optional(),
  url: z.unknown().optional(),
});

/** The published address, where the answer carries one, as a browser writes it. */
function permalinkOf(answer: Answered): string | null {
  const { permalink, publishedUrl, url } = jsonOf(answer, published) ?? {};
  for (const given of [permalink, publishedUrl, url]) {
    const address = webAddressOf(given);
    if (address) return address;
  }
  return null;
}

function webAddressOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > addressLimit || !URL.canParse(value)) return null;
  const { protocol, username, password, href } = new URL(value);
  const usable = (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
  return usable && href.length <= addressLimit ? href : null;
}
