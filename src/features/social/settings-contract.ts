import { z } from 'zod';
import { defineApi, endpoint, noContent } from '#shared/endpoint.ts';
import { id, instant, rowId, text } from '#shared/text.ts';
import { postLimits, publishMode } from './contract.ts';
import { platform } from './platforms.ts';

export const socialSettingsLimits = { slotsPerPlatform: 50, accounts: 100 } as const;

const timeOfDay = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'A time such as 09:00.');

/** A time of the week at which a platform's queue has a place; 1 is Monday, times of the organization's zone. */
export const queueSlot = z.strictObject({ day: z.int().min(1).max(7), time: timeOfDay });
export type QueueSlot = z.infer<typeof queueSlot>;

export const account = z.strictObject({
  id: text(200),
  name: text(300),
  /** `expiring` within 14 days; `dead`: reconnect. */
  state: z.enum(['connected', 'expiring', 'dead']),
  expiresAt: instant.nullable(),
  lastCheckedAt: instant.nullable(),
  lastError: text(500).nullable(),
});
export type ConnectedAccount = z.infer<typeof account>;

/** How one platform's posts leave, for the composer and the hub. */
export const channel = z.strictObject({
  mode: publishMode,
  /** What keeps posts from leaving, in a sentence; null = nothing. */
  problem: text(300).nullable(),
  /** What to do about it, such as 'Reconnect LinkedIn'. */
  fix: text(100).nullable(),
  account: account.nullable(),
  slots: z.array(queueSlot).max(socialSettingsLimits.slotsPerPlatform),
  /** The next free slot; null when there are no slots. */
  nextSlot: instant.nullable(),
});
export type Channel = z.infer<typeof channel>;

const channels = z.strictObject({ linkedin: channel, facebook: channel, instagram: channel });

/** What the social screens need to know; for everyone who may read posts. */
export const socialSettings = z.strictObject({
  /** The operator's own form for new posts (SOCIAL_FORM_URL), opened in a new tab; null = the composer of the hub. */
  formUrl: text(postLimits.address).nullable(),
  /** Whether the engine in use can look at a picture; otherwise the brief is required. */
  seesPictures: z.boolean(),
  requireApproval: z.boolean(),
  /** Whether the one who asks may approve. */
  mayApprove: z.boolean(),
  /** Who approves; null = every owner and admin. */
  approverId: id.nullable(),
  channels,
});
export type SocialSettings = z.infer<typeof socialSettings>;

const slots = z
  .array(queueSlot)
  .max(socialSettingsLimits.slotsPerPlatform, 'Use at most 50 slots.')
  .refine(
    (all) => new Set(all.map(({ day, time }) => `${day} ${time}`)).size === all.length,
    'Name each slot once.',
  );

export const socialApiOfSettings = defineApi({
  module: 'social_media',
  endpoints: {
    read: endpoint({
      method: 'GET',
      path: '/api/social-settings',
      summary: 'How each platform’s posts leave, its queue slots and the approval step',
      access: 'social.read',
      ids: {},
      effects: [],
      output: socialSettings,
    }),
    update: endpoint({
      method: 'PUT',
      path: '/api/social-settings',
      summary: 'Set queue slots and the approval step; what is left out stays',
      access: 'integrations.manage',
      ids: { approverId: 'users' },
      effects: [],
      body: z.strictObject({
        requireApproval: z.boolean().optional(),
        approverId: rowId.nullable().optional(),
        slots: z.partialRecord(platform, slots).optional(),
      }),
      output: socialSettings,
    }),
  },
});

const platformOut = z.strictObject({
  /** Null: as `mode` says for all. */
  mode: z.union([publishMode, z.null()]),
  account: account.nullable(),
  /** Whether the operator has given the hub an application at this platform. */
  canConnect: z.boolean(),
});

export const socialIntegration = z.strictObject({
  mode: publishMode,
  webhookUrl: text(postLimits.address).nullable(),
  hasSecret: z.boolean(),
  /** A second secret signs as well, until it replaces the first. */
  isRotating: z.boolean(),
  /** Why nothing is sent to the webhook any more, in a sentence; saving or a good test starts it again. */
  webhookStopped: text(500).nullable(),
  /** Where the automation reports back: published addresses and engagement, signed with the same secret. */
  callbackUrl: text(500),
  platforms: z.strictObject({ linkedin: platformOut, facebook: platformOut, instagram: platformOut }),
});
export type SocialIntegration = z.infer<typeof socialIntegration>;

/** A secret of Standard Webhooks: `whsec_` and at least 24 bytes in base64. */
const webhookSecret = z
  .string()
  .max(200)
  .regex(
    /^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
    'A secret begins with whsec_ and holds at least 24 bytes in base64.',
  );

const platformIn = z.strictObject({ mode: z.union([publishMode, z.null()]) });

export const socialIntegrationUpdate = z.strictObject({
  mode: publishMode,
  webhookUrl: text(postLimits.address)
    .pipe(z.url({ protocol: /^https?$/, error: 'A webhook’s address begins with https://.' }))
    .nullable(),
  /** Absent keeps the stored one, null removes it. */
  webhookSecret: webhookSecret.nullable().optional(),
  /** Signs beside the first while the receiver changes over. Null ends that; when the first is absent it takes its place. */
  webhookSecretNext: webhookSecret.nullable().optional(),
  platforms: z
    .strictObject({
      linkedin: platformIn.optional(),
      facebook: platformIn.optional(),
      instagram: platformIn.optional(),
    })
    .optional(),
});

const foundAccount = z.strictObject({ id: text(200), name: text(300) });
const platformParam = z.strictObject({ platform });

export const socialIntegrationApi = defineApi({
  module: null,
  endpoints: {
    read: endpoint({
      method: 'GET',
      path: '/api/tenant/integrations/social',
      summary: 'How posts leave: webhook, connected accounts, or by hand',
      access: 'integrations.manage',
      ids: {},
      effects: [],
      output: socialIntegration,
    }),
    update: endpoint({
      method: 'PUT',
      path: '/api/tenant/integrations/social',
      summary: 'Set how posts leave; an absent secret stays',
      access: 'integrations.manage',
      ids: {},
      effects: [],
      body: socialIntegrationUpdate,
      output: socialIntegration,
    }),
    test: endpoint({
      method: 'POST',
      path: '/api/tenant/integrations/social/test',
      summary: 'Sends a signed ping to the webhook, or asks the platform whether the connection works',
      access: 'integrations.manage',
      ids: {},
      effects: ['webhook'],
      idempotent: true,
      rate: { calls: 20, seconds: 60, per: 'user' },
      body: z.strictObject({ platform: platform.optional() }),
      output: z.strictObject({ ok: z.boolean(), message: text(1000) }),
    }),
    connect: endpoint({
      method: 'POST',
      path: '/api/tenant/integrations/social/connect',
      summary: 'Begin to connect an account: the address at the platform to open',
      access: 'integrations.manage',
      ids: {},
      effects: ['webhook'],
      idempotent: true,
      rate: { calls: 20, seconds: 60, per: 'user' },
      body: z.strictObject({ platform }),
      output: z.strictObject({ url: text(4000) }),
    }),
    finishConnect: endpoint({
      method: 'POST',
      path: '/api/tenant/integrations/social/connect/finish',
      summary: 'What the platform sent the browser back with; answers with the pages that can be chosen',
      access: 'integrations.manage',
      ids: {},
      effects: ['webhook'],
      idempotent: true,
      rate: { calls: 20, seconds: 60, per: 'user' },
      body: z.strictObject({ state: text(200).min(10), code: text(4000).min(1) }),
      output: z.strictObject({
        attemptId: id,
        platform,
        accounts: z.array(foundAccount).max(socialSettingsLimits.accounts),
      }),
    }),
    chooseAccount: endpoint({
      method: 'POST',
      path: '/api/tenant/integrations/social/accounts',
      summary: 'Use one of the pages that the platform named',
      access: 'integrations.manage',
      ids: { attemptId: 'social_connect_attempts' },
      effects: [],
      idempotent: true,
      body: z.strictObject({ attemptId: rowId, account: text(200).min(1) }),
      output: socialIntegration,
    }),
    disconnect: endpoint({
      method: 'DELETE',
      path: '/api/tenant/integrations/social/accounts/:platform',
      summary: 'Forget the connected account and its tokens',
      status: 204,
      access: 'integrations.manage',
      ids: {},
      effects: [],
      params: platformParam,
      output: noContent,
    }),
  },
});
