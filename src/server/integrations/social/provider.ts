/** The networks that a post is for. */
export type Platform = 'linkedin' | 'facebook' | 'instagram';

/** An account on a network that the hub publishes to in the tenant's name. */
export interface PlatformAccount {
  /** LinkedIn: `urn:li:organization:…`. Facebook: the page's id. Instagram: the professional account's id. */
  id: string;
  /** LinkedIn: the member's token. Facebook and Instagram: the page's token. */
  accessToken: string;
}

/** An automation service of the tenant's that takes posts as signed messages (Standard Webhooks). */
export interface WebhookTarget {
  url: string;
  /** `whsec_…`, base64 of 24 bytes or more. Two while a secret is being changed: each message is signed with both. */
  secrets: readonly [string] | readonly [string, string];
}

export interface PostImage {
  /** The image itself, for networks that are handed it. Called at most once. */
  bytes: () => Promise<Uint8Array>;
  contentType: string;
  /** Where anyone can fetch it, for networks that fetch by themselves. */
  publicUrl: string;
  /** What the image shows, in words; null when nobody said. */
  alt: string | null;
}

/**
 * How far a publish has come. `publishing` is told before the one call that makes the post public, and is waited for:
 * whoever dies before it has published nothing, whoever dies after it does not know.
 */
export type PublishStep = 'checking' | 'uploading' | 'preparing' | 'publishing';

export interface PublishRequest {
  /** Stable for one post over all tries: by it the other side knows a repeat. */
  eventId: string;
  platform: Platform;
  content: string;
  postId: string;
  image: PostImage | null;
  to: ({ kind: 'account' } & PlatformAccount) | ({ kind: 'webhook' } & WebhookTarget);
  organization: { id: string; name: string };
  onStep?: (step: PublishStep) => void | Promise<void>;
}

/** What went wrong, by kind. `token_dead`: somebody has to connect the account again. `gone`: a webhook answered 410. */
export type FaultCode =
  | 'address_refused'
  | 'not_connected'
  | 'no_answer'
  | 'redirected'
  | 'gone'
  | 'rejected'
  | 'server_error'
  | 'rate_limited'
  | 'quota_used_up'
  | 'token_dead'
  | 'permission_missing'
  | 'account_restricted'
  | 'image_missing'
  | 'image_rejected'
  | 'text_rejected'
  | 'duplicate'
  | 'not_configured'
  | 'unreadable';

/** A definite failure: nothing was made on the other side. */
export interface Fault {
  code: FaultCode;
  /** What happened and what it means, a sentence for the person who reads it. */
  reason: string;
  /** What to do, such as 'Reconnect LinkedIn'. */
  fix: string;
  /** Whether the same call may work later. */
  retry: boolean;
  /** How long the other side asked to wait, seconds. */
  retryAfterSeconds?: number;
  /** HTTP status; null when there was no answer. */
  status: number | null;
}

/** What came of a publish. Nothing is ever sent again by itself after `unknown`. */
export type Outcome =
  | {
      kind: 'published';
      permalink: string | null;
      /** The post's id on the network, for reading its engagement; null from a webhook. */
      externalId: string | null;
      /** What did not work after the post was public, in words; null when all was well. */
      note: string | null;
    }
  | ({ kind: 'refused' } & Fault)
  | { kind: 'unknown'; reason: string };

/** What the list of deliveries shows of the deciding call. */
export interface DeliveryLog {
  /** HTTP status; null when there was no whole answer. */
  status: number | null;
  /** From the first call to the end of the last, milliseconds. */
  durationMs: number;
  /** The beginning of the answer as plain text, at most 2,048 characters, without secrets. */
  answer: string;
}

export interface Delivery {
  outcome: Outcome;
  log: DeliveryLog;
}

/**
 * The one way out for posts. Never rejects for what the other side or the network does: every end is an outcome. It
 * rejects when `image.bytes` or `onStep` does, and nothing was published then. At most 15 s, Instagram 60 s. An abort by `signal` ends as `refused` before the final call has left and as `unknown` after.
 */
export interface Publisher {
  publish(request: PublishRequest, signal: AbortSignal): Promise<Delivery>;
  /** Sends a signed `ping`, which the receiver is free to ignore. `published` = it was taken. */
  testWebhook(
    target: WebhookTarget,
    organization: PublishRequest['organization'],
    signal: AbortSignal,
  ): Promise<Delivery>;
}

/** A result, or why there is none. */
export type Answer<Value> = { ok: true; value: Value } | { ok: false; fault: Fault };

export interface Engagement {
  likes: number;
  comments: number;
  shares: number;
  /** People who saw it; null where the network does not tell. */
  reach: number | null;
}

export interface PlatformToken {
  accessToken: string;
  /** Null: without an end that is known. */
  expiresAt: Date | null;
  /** LinkedIn gives one to approved applications only. */
  refreshToken: string | null;
  refreshExpiresAt: Date | null;
}

/** An account that the person who signed in may publish to. */
export interface OfferedAccount extends PlatformAccount {
  platform: Platform;
  name: string;
  /** Address on the network (https), or null. */
  url: string | null;
}

export type TokenHealth =
  | { state: 'healthy'; expiresAt: Date | null }
  /** Ends within 7 days. */
  | { state: 'expiring'; expiresAt: Date }
  | { state: 'dead'; fault: Fault }
  /** The network could not be asked, which says nothing about the token. */
  | { state: 'unclear'; fault: Fault };

/** Signing in at a network (OAuth 2.0, RFC 6749 section 4.1) with the secret of the operator's application. */
export interface PlatformSignIn {
  /**
   * Whether `codeChallenge` and `codeVerifier` are used (RFC 7636, S256). Neither network offers it for this flow:
   * LinkedIn has it for native applications only, Meta in testing and for OpenID Connect only
   * (developers.facebook.com/documentation/facebook-login/guides/advanced/oidc-token).
   */
  pkce: boolean;
  authorizeUrl(request: { state: string; redirectUri: string; codeChallenge?: string }): string;
  /** @returns a token for a few hours (Meta) or the final one (LinkedIn) */
  exchangeCode(
    request: { code: string; redirectUri: string; codeVerifier?: string },
    signal: AbortSignal,
  ): Promise<Answer<PlatformToken>>;
  /** The token that lasts longest. Where the network has only one kind it is given back. */
  longLivedToken(token: PlatformToken, signal: AbortSignal): Promise<Answer<PlatformToken>>;
  /** A fresh token without asking anyone; null where the network has no such way for this token. */
  refresh(token: PlatformToken, signal: AbortSignal): Promise<Answer<PlatformToken> | null>;
  listAccounts(token: PlatformToken, signal: AbortSignal): Promise<Answer<OfferedAccount[]>>;
  /** `accessToken` of the account that is published to: for Facebook and Instagram the page's token. */
  probe(platform: Platform, accessToken: string, signal: AbortSignal): Promise<TokenHealth>;
}

/** Everything that leaves for the networks. Sign-in is null where the operator has set no application. */
export interface SocialNetworks extends Publisher {
  signIn: { linkedin: PlatformSignIn | null; meta: PlatformSignIn | null };
  /** Null when the network tells nothing about the post, or could not be asked. */
  readEngagement(
    platform: Platform,
    account: PlatformAccount,
    externalId: string,
    signal: AbortSignal,
  ): Promise<Engagement | null>;
}
