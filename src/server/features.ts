import { ai } from '#features/ai/server/index.ts';
import { auth } from '#features/auth/server/index.ts';
import { billing } from '#features/billing/server/index.ts';
import { dashboard } from '#features/dashboard/server/index.ts';
import { files } from '#features/files/server/index.ts';
import { leadsFeature } from '#features/leads/server/index.ts';
import { mail } from '#features/mail/server/index.ts';
import { mailbox } from '#features/mailbox/server/index.ts';
import { meetingsFeature } from '#features/meetings/server/index.ts';
import { notificationsFeature } from '#features/notifications/server/index.ts';
import { organization } from '#features/organization/server/index.ts';
import { platform } from '#features/platform/server/index.ts';
import type { Feature } from './feature.ts';

/** Every feature of the hub, one line each. */
export const features: readonly Feature[] = [
  auth,
  organization,
  billing,
  dashboard,
  mail,
  files,
  ai,
  mailbox,
  notificationsFeature,
  leadsFeature,
  meetingsFeature,
  platform,
];
