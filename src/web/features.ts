import { ai } from '#features/ai/web/index.tsx';
import { auth } from '#features/auth/web/index.tsx';
import { billing } from '#features/billing/web/index.tsx';
import { calls } from '#features/calls/web/index.tsx';
import { databaseBrowser } from '#features/database-browser/web/index.tsx';
import { deletion } from '#features/deletion/web/index.tsx';
import { landing } from '#features/landing/web/index.tsx';
import { leads } from '#features/leads/web/index.tsx';
import { legacy } from '#features/legacy/web/index.tsx';
import { legal } from '#features/legal/web/index.tsx';
import { mail } from '#features/mail/web/index.tsx';
import { mailbox } from '#features/mailbox/web/index.tsx';
import { meetings } from '#features/meetings/web/index.tsx';
import { notifications } from '#features/notifications/web/index.tsx';
import { organization } from '#features/organization/web/index.tsx';
import { outreach } from '#features/outreach/web/index.tsx';
import { platform } from '#features/platform/web/index.tsx';
import { social } from '#features/social/web/index.tsx';
import { support } from '#features/support/web/index.tsx';
import type { FeatureSettings, FeatureTab, WebFeature } from './feature.ts';

/** Every feature's web half: one line each. */
export const features: readonly WebFeature[] = [
  ai,
  auth,
  billing,
  calls,
  databaseBrowser,
  deletion,
  landing,
  leads,
  legacy,
  legal,
  mail,
  mailbox,
  meetings,
  notifications,
  organization,
  outreach,
  platform,
  social,
  support,
];

export const tabs: readonly FeatureTab[] = features
  .flatMap((feature) => feature.tabs ?? [])
  .toSorted((a, b) => a.order - b.order);

export const settings: readonly FeatureSettings[] = features
  .flatMap((feature) => feature.settings ?? [])
  .toSorted((a, b) => a.order - b.order);
