/** What other features may use of organizations, users and their sessions. */
export { createOrganization } from './create-organization.ts';
export { findPlatform, findTenant, type TenantRow } from './find-tenant.ts';
export {
  type ImapAccount,
  imapAccountOf,
  mailSecretPurpose,
  type SmtpAccount,
  smtpAccountOf,
} from './mail-accounts.ts';
export { assertStrongPassword } from './password-rules.ts';
export {
  exchangeSlug,
  forgetWhoseSlugs,
  organizationBySlug,
  refuseTakenSlug,
  slugTaken,
} from './released-slugs.ts';
export { type Client, endSession, endSessionsOf, startSession } from './sessions.ts';
export { organizationOut } from './shapes.ts';
export { isReservedSlug, platformSlug } from './slugs.ts';
