/**
 * The calls and screens of features that the frame itself needs. Beside `features.ts` the only file of the
 * platform that knows features; apart from it, because contracts bring their schemas and the sign-in pages
 * do without them.
 */
import { lazy } from 'react';
import { authApi } from '#features/auth/contract.ts';
import { dashboardApi } from '#features/dashboard/contract.ts';
import { notificationsApi } from '#features/notifications/contract.ts';

export type { Me } from '#features/auth/contract.ts';

export const { me, logout } = authApi.endpoints;
export const { stats } = dashboardApi.endpoints;
export const unreadNotifications = notificationsApi.endpoints.unread;

export const LoginForm = lazy(async () => ({
  default: (await import('#features/auth/web/login-screen.tsx')).Screen,
}));
export const ChangePassword = lazy(async () => ({
  default: (await import('#features/auth/web/change-password-screen.tsx')).Screen,
}));
export const ModuleOffer = lazy(async () => ({
  default: (await import('#features/billing/web/module-offer.tsx')).ModuleOffer,
}));
export const TenantsList = lazy(async () => ({
  default: (await import('#features/platform/web/tenants-screen.tsx')).Screen,
}));
export const LeadFinder = lazy(async () => ({
  default: (await import('#features/leads/web/lead-finder.tsx')).LeadFinder,
}));
export const NotificationList = lazy(async () => ({
  default: (await import('#features/notifications/web/notification-list.tsx')).NotificationList,
}));
