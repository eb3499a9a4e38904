import { ai } from '#features/ai/server/index.ts';
import { auth } from '#features/auth/server/index.ts';
import { billing } from '#features/billing/server/index.ts';
import { dashboard } from '#features/dashboard/server/index.ts';
import { databaseBrowser } from '#features/database-browser/server/index.ts';
import { deletion } from '#features/deletion/server/index.ts';
import { exportsFeature } from '#features/exports/server/index.ts';
import { files } from '#features/files/server/index.ts';
import { imagesFeature } from '#features/images/server/index.ts';
import { landing } from '#features/landing/server/index.ts';
import { leadsFeature } from '#features/leads/server/index.ts';
import { legacy } from '#features/legacy/server/index.ts';
import { legal } from '#features/legal/server/index.ts';
import { mail } from '#features/mail/server/index.ts';
import { mailbox } from '#features/mailbox/server/index.ts';
import { meetingsFeature } from '#features/meetings/server/index.ts';
import { notificationsFeature } from '#features/notifications/server/index.ts';
import { organization } from '#features/organization/server/index.ts';
import { outreach } from '#features/outreach/server/index.ts';
import { payments } from '#features/payments/server/index.ts';
import { platform } from '#features/platform/server/index.ts';
import { social } from '#features/social/server/index.ts';
import { support } from '#features/support/server/index.ts';
import type { Feature } from './feature.ts';

/** Every feature of the hub, one line each. */
export const features: readonly Feature[] = [
  auth,
  organization,
  billing,
  dashboard,
  legacy,
  mail,
  imagesFeature,
  files,
  ai,
  mailbox,
  notificationsFeature,
  leadsFeature,
  meetingsFeature,
  social,
  outreach,
  support,
  databaseBrowser,
  payments,
  platform,
  landing,
  legal,
  exportsFeature,
  deletion,
];
