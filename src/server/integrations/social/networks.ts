import { type HttpClient, httpClient } from '#server/integrations/http-client.ts';
import type { SocialConfig } from '#server/social-config.ts';
import { type Timing, usualTiming } from './calls.ts';
import { publishToFacebook, readFacebookEngagement } from './facebook.ts';
import { platformNames } from './faults.ts';
import { publishToInstagram, readInstagramEngagement } from './instagram.ts';
import { publishToLinkedIn, readLinkedInEngagement } from './linkedin.ts';
import { linkedInSignIn } from './linkedin-sign-in.ts';
import { metaSignIn } from './meta-sign-in.ts';
import type { Delivery, Platform, SocialNetworks } from './provider.ts';
import { pingWebhook, publishToWebhook } from './webhook.ts';

export interface NetworkOptions {
  config: SocialConfig;
  /** HUB_ALLOW_PRIVATE_HOSTS. */
  allowPrivate: boolean;
  /** Shorter limits, and a client with other names, in tests. */
  timing?: Partial<Timing>;
  client?: HttpClient;
}

/** All ways out for posts, as this installation is configured. */
export function socialNetworks({ config, allowPrivate, ...options }: NetworkOptions): SocialNetworks {
  const timing = { ...usualTiming, ...options.timing };
  const client = options.client ?? httpClient({ allowPrivate });
  const { linkedin, meta } = config;
  return {
    publish: (request, signal) => {
      const { to, platform } = request;
      if (to.kind === 'webhook') return publishToWebhook(client, timing, request, to, signal);
      if (platform === 'linkedin')
        return linkedin ? publishToLinkedIn(client, timing, linkedin, request, to, signal) : unset(platform);
      if (!meta) return unset(platform);
      return platform === 'facebook'
        ? publishToFacebook(client, timing, meta, request, to, signal)
        : publishToInstagram(client, timing, meta, allowPrivate, request, to, signal);
    },
    testWebhook: (target, organization, signal) => pingWebhook(client, timing, target, organization, signal),
    signIn: {
      linkedin: linkedin && linkedInSignIn(client, timing, linkedin),
      meta: meta && metaSignIn(client, timing, meta),
    },
    readEngagement: async (platform, account, externalId, signal) => {
      if (platform === 'linkedin')
        return linkedin && readLinkedInEngagement(client, timing, linkedin, account, externalId, signal);
      if (!meta) return null;
      const read = platform === 'facebook' ? readFacebookEngagement : readInstagramEngagement;
      return read(client, timing, meta, account, externalId, signal);
    },
  };
}

/** An account was connected while the operator had an application set, and now there is none. */
function unset(platform: Platform): Promise<Delivery> {
  const name = platformNames[platform];
  return Promise.resolve({
    outcome: {
      kind: 'refused',
      code: 'not_configured',
      reason: `This hub has no application at ${name} any more. Nothing was sent.`,
      fix: 'The operator sets it up again, or the post is published by hand.',
      retry: false,
      status: null,
    },
    log: { status: null, durationMs: 0, answer: '' },
  });
}
