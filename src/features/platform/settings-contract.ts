import { z } from 'zod';
import { defineApi, endpoint } from '#shared/endpoint.ts';
import { markdownFault } from '#shared/markdown-limits.ts';
import { emailAddress, emailLimit, instant, required, text } from '#shared/text.ts';

export const settingsLimits = {
  headline: 120,
  intro: 400,
  figures: 4,
  figureValue: 20,
  figureLabel: 60,
  testimonials: 3,
  quote: 400,
  name: 80,
  role: 120,
  legalText: 60_000,
} as const;

/** A figure that the landing page shows, such as '1000+' and 'businesses'. */
export const landingFigure = z.strictObject({
  value: required(settingsLimits.figureValue, 'Write the figure, or leave the line empty.'),
  label: required(settingsLimits.figureLabel, 'Say what the figure counts.'),
});
export type LandingFigure = z.infer<typeof landingFigure>;

export const testimonial = z.strictObject({
  quote: required(settingsLimits.quote, 'Write what was said, or leave the others empty too.'),
  name: required(settingsLimits.name, 'Say who said it.'),
  /** Position and company; may be empty. */
  role: text(settingsLimits.role),
});
export type Testimonial = z.infer<typeof testimonial>;

/** The specification's marketing claims (section 9): published only once an operator makes them their own. */
export const claimsPreset: readonly LandingFigure[] = [
  { value: '1000+', label: 'businesses' },
  { value: '50M+', label: 'leads' },
  { value: '300%', label: 'ROI' },
  { value: '99.9%', label: 'uptime' },
];

/** What an operator sets. An empty text means the shipped one; an empty list is not shown. */
/** Markdown that can be written as a page in a moment. */
const legalText = text(settingsLimits.legalText).superRefine((value, context) => {
  const message = markdownFault(value);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

export const platformSettingsInput = z.strictObject({
  headline: text(settingsLimits.headline),
  intro: text(settingsLimits.intro),
  figures: z.array(landingFigure).max(settingsLimits.figures),
  testimonials: z.array(testimonial).max(settingsLimits.testimonials),
  /** Where 'Contact Sales' leads; null = nowhere, and the screens say whom to ask. */
  salesAddress: emailAddress(
    'Use an email address, such as sales@example.com, or leave it empty.',
  ).nullable(),
  /** Markdown. */
  terms: legalText,
  privacy: legalText,
});
export type PlatformSettingsInput = z.infer<typeof platformSettingsInput>;

/** Nothing claimed, the shipped texts, no sales address. */
export const nothingSet: PlatformSettingsInput = {
  headline: '',
  intro: '',
  figures: [],
  testimonials: [],
  salesAddress: null,
  terms: '',
  privacy: '',
};

/** Whether a part of the installation is set up, by environment variables; never what a secret is. */
const partState = z.strictObject({ configured: z.boolean(), words: text(600) });
export type PartState = z.infer<typeof partState>;

export const platformSettings = platformSettingsInput.extend({
  // As stored: also what is older than its bounds.
  terms: text(settingsLimits.legalText),
  privacy: text(settingsLimits.legalText),
  /** Null = nothing was changed yet. */
  updatedAt: instant.nullable(),
  state: z.strictObject({ mail: partState, ai: partState, stripe: partState }),
});
export type PlatformSettings = z.infer<typeof platformSettings>;

/** What everyone may know of the operator's settings. */
export const site = z.strictObject({ salesAddress: text(emailLimit).nullable() });

export const platformSettingsApi = defineApi({
  module: null,
  endpoints: {
    read: endpoint({
      method: 'GET',
      path: '/api/tenant/saas/settings',
      summary: "The operator's texts and addresses, and what of the installation is set up",
      access: 'platform-owner',
      ids: {},
      effects: [],
      output: platformSettings,
    }),
    update: endpoint({
      method: 'PUT',
      path: '/api/tenant/saas/settings',
      summary: "Change the operator's texts and addresses; what is left out stays",
      access: 'platform-owner',
      ids: {},
      effects: [],
      body: platformSettingsInput.partial(),
      output: platformSettings,
    }),
    site: endpoint({
      method: 'GET',
      path: '/api/site',
      summary: "What everyone may know of the operator's settings",
      access: 'public',
      ids: {},
      effects: [],
      output: site,
    }),
  },
});
