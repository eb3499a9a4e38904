/**
 * The calls and screens of features that the frame itself needs. Beside `features.ts` the only file of the
 * platform that knows features; apart from it, because contracts bring their schemas and the sign-in pages
 * do without them.
 */
import { lazy } from 'react';
import { authApi } from '#features/auth/contract.ts';
import { dashboardApi } from '#features/dashboard/contract.ts';
import { legacyApi } from '#features/legacy/contract.ts';
import { notificationsApi } from '#features/notifications/contract.ts';
import { paymentsApi } from '#features/payments/contract.ts';

export type { Me } from '#features/auth/contract.ts';

export const { me, logout } = authApi.endpoints;
export const leaveLegacy = legacyApi.endpoints.leave;
export const { stats } = dashboardApi.endpoints;
export const unreadNotifications = notificationsApi.endpoints.unread;
export const billingAccount = paymentsApi.endpoints.account;

export const SignInGate = lazy(async () => ({
  default: (await import('#features/auth/web/sign-in-gate.tsx')).SignInGate,
}));
export const SignInRules = lazy(async () => ({
  default: (await import('#features/auth/web/sign-in-rules.tsx')).SignInRules,
}));
export const PasswordDialog = lazy(async () => ({
  default: (await import('#features/auth/web/password-dialog.tsx')).PasswordDialog,
}));
export const ExportsSection = lazy(async () => ({
  default: (await import('#features/exports/web/exports-section.tsx')).ExportsSection,
}));
export const DangerZone = lazy(async () => ({
  default: (await import('#features/deletion/web/danger-zone.tsx')).DangerZone,
}));
export const TenantDeletion = lazy(async () => ({
  default: (await import('#features/deletion/web/tenant-deletion.tsx')).TenantDeletion,
}));
export const MemberSessions = lazy(async () => ({
  default: (await import('#features/auth/web/member-sessions.tsx')).MemberSessions,
}));
export const CredentialsDue = lazy(async () => ({
  default: (await import('#features/auth/web/credentials-due.tsx')).CredentialsDue,
}));
export const ModuleOffer = lazy(async () => ({
  default: (await import('#features/billing/web/module-offer.tsx')).ModuleOffer,
}));
export const PlatformDashboard = lazy(async () => ({
  default: (await import('#features/platform/web/dashboard-screen.tsx')).Screen,
}));
export const AuditLog = lazy(async () => ({
  default: (await import('#features/organization/web/audit-log.tsx')).AuditLog,
}));
export const SetupCompany = lazy(async () => ({
  default: (await import('#features/platform/web/setup-tab.tsx')).SetupTab,
}));
export const Dashboard = lazy(async () => ({ default: (await import('./dashboard.tsx')).Screen }));
export const DatabaseBrowser = lazy(async () => ({
  default: (await import('#features/database-browser/web/database-screen.tsx')).Screen,
}));
export const LeadFinder = lazy(async () => ({
  default: (await import('#features/leads/web/lead-finder.tsx')).LeadFinder,
}));
export const PostFinder = lazy(async () => ({
  default: (await import('#features/social/web/post-finder.tsx')).PostFinder,
}));
export const ProspectFinder = lazy(async () => ({
  default: (await import('#features/outreach/web/prospect-finder.tsx')).ProspectFinder,
}));
export const NotificationList = lazy(async () => ({
  default: (await import('#features/notifications/web/notification-list.tsx')).NotificationList,
}));
