import { z } from 'zod';
import { sendWindow } from '#features/mailbox/contract.ts';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { event } from '#shared/realtime.ts';
import { instant, required, text } from '#shared/text.ts';
import { emailLength, emailTone } from './email-contract.ts';

export const outreachSettingsLimits = {
  postalAddress: 300,
  signature: 500,
  sentence: 300,
  sentences: 20,
  reason: 300,
} as const;

const optionalCap = (most: number) =>
  z.int().min(1, 'Use at least 1, or leave it empty.').max(most).nullable();

export const outreachSettingsInput = z.strictObject({
  /** No mail leaves without a recorded basis, not even one of a person. */
  requireConsentBasis: z.boolean(),
  tone: emailTone,
  length: emailLength,
  /** Sentences about the organization that an engine may use word by word; nothing else is claimed. */
  approvedSentences: z
    .array(required(outreachSettingsLimits.sentence, 'Write the sentence, or remove the line.'))
    .max(outreachSettingsLimits.sentences),
  /** Ends every email, above the identity that the hub adds. */
  signature: text(outreachSettingsLimits.signature),
  /** Most sequence mails of one day in the organization's zone, and of any hour; null = no cap. */
  dailyCap: optionalCap(100_000),
  hourlyCap: optionalCap(20_000),
  /** A new sender begins small: so many on the first day, so many more each day, up to the daily cap. */
  rampUp: z
    .strictObject({ startsAt: z.int().min(1).max(10_000), addsPerDay: z.int().min(1).max(10_000) })
    .nullable(),
  /** Hours of sequence mails in the recipient's zone; null = any. ISO weekdays, 1 is Monday. */
  window: sendWindow.nullable(),
  /** Spreads the day's mails over the window instead of sending them at its beginning. */
  spread: z.boolean(),
  /** Where DKIM's public key lies: SELECTOR._domainkey.DOMAIN. Null = common ones are tried. */
  dkimSelector: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?$/i, 'A selector has letters, digits, dots and hyphens.')
    .nullable(),
});
export type OutreachSettingsInput = z.output<typeof outreachSettingsInput>;

export const outreachSettings = outreachSettingsInput.extend({
  /** As under Integrations > Email; asked for before anything leaves through a real server. */
  postalAddress: text(outreachSettingsLimits.postalAddress),
  /** Whom mails are from, as recipients see it. */
  from: text(600),
  /** How mails leave. */
  transport: z.enum(['tenant', 'platform', 'outbox']),
  timezone: text(100),
  /** Null while sending is on. `byHub`: the hub stopped it by itself. */
  paused: z
    .strictObject({
      at: instant,
      by: text(200),
      reason: text(outreachSettingsLimits.reason),
      byHub: z.boolean(),
    })
    .nullable(),
  /** Sequence mails that may leave today at most, after ramp-up; null = no cap. */
  capToday: z.int().nullable(),
  sentToday: z.int(),
});
export type OutreachSettings = z.infer<typeof outreachSettings>;

export const healthLight = z.enum(['green', 'amber', 'red', 'unknown']);
export type HealthLight = z.infer<typeof healthLight>;

export const healthItem = z.strictObject({
  key: z.enum([
    'spf',
    'dkim',
    'dmarc',
    'alignment',
    'transport',
    'postal_address',
    'bounces',
    'complaints',
    'paused',
  ]),
  state: healthLight,
  /** What was found, and what it means. */
  words: text(600),
  /** What to do; null when there is nothing. */
  advice: text(600).nullable(),
});

export type HealthItem = z.infer<typeof healthItem>;

/** Deliverability at a glance: the light is the worst of the items. */
export const outreachHealth = z.strictObject({
  light: healthLight,
  /** Of the sender's address. */
  domain: text(253).nullable(),
  items: z.array(healthItem).max(20),
  /** The last 30 days. */
  counts: z.strictObject({
    sent: z.int(),
    hardBounces: z.int(),
    softBounces: z.int(),
    complaints: z.int(),
    unsubscribed: z.int(),
    replied: z.int(),
  }),
  /** Of the DNS records; null = never. */
  checkedAt: instant.nullable(),
});
export type OutreachHealth = z.infer<typeof outreachHealth>;

export const outreachSettingsChanged = event(
  'outreach_settings_changed',
  z.strictObject({ paused: z.boolean() }),
);

export const outreachSettingsApi = defineApi({
  module: 'outreach',
  endpoints: {
    read: endpoint({
      method: 'GET',
      path: '/api/outreach-settings',
      summary: 'How the organization does outreach, and how much of today is left',
      access: 'outreach.read',
      ids: {},
      effects: [],
      output: outreachSettings,
    }),
    update: endpoint({
      method: 'PUT',
      path: '/api/outreach-settings',
      summary: 'Change how the organization does outreach; what is left out stays',
      access: 'integrations.manage',
      ids: {},
      effects: ['frame'],
      body: outreachSettingsInput.partial(),
      output: outreachSettings,
    }),
    pause: endpoint({
      method: 'POST',
      path: '/api/outreach-settings/pause',
      summary: 'Pause all outreach: nothing that has not left leaves',
      access: 'outreach.write',
      ids: {},
      effects: ['frame'],
      idempotent: true,
      body: z.strictObject({ reason: text(outreachSettingsLimits.reason).optional() }),
      output: outreachSettings,
    }),
    resume: endpoint({
      method: 'POST',
      path: '/api/outreach-settings/resume',
      summary: 'Go on with outreach; what waited leaves within caps and hours',
      access: 'integrations.manage',
      ids: {},
      effects: ['mail', 'frame', 'job'],
      idempotent: true,
      output: outreachSettings,
    }),
  },
});

export const outreachHealthApi = defineApi({
  module: 'outreach',
  endpoints: {
    health: endpoint({
      method: 'GET',
      path: '/api/outreach-health',
      summary: 'Deliverability at a glance',
      access: 'outreach.read',
      ids: {},
      effects: [],
      output: outreachHealth,
    }),
    checkHealth: endpoint({
      method: 'POST',
      path: '/api/outreach-health/check',
      summary: "Look at the DNS records of the sender's domain now",
      access: 'outreach.write',
      ids: {},
      effects: ['frame'],
      rate: { calls: 10, seconds: 60, per: 'user' },
      output: outreachHealth,
    }),
  },
});
