/**
 * Addresses that the web application answers; every other page is a 404 (contract section 2), but for those that features
 * write on the server.
 */
export const pages = [
  '/',
  '/dashboard',
  '/login',
  '/tenant-login',
  '/signup',
  '/forgot-password',
  '/reset-password',
  '/account',
  '/change-password',
  '/billing',
  '/admin',
  '/database',
  '/tenant/dashboard',
  '/tenant/billing',
  '/tenant/admin',
  '/tenant/database',
  '/tenant/social/connected',
  '/platform/settings',
  '/platform/audit-log',
  '/legacy',
  '/legacy/dashboard',
  '/legacy/database',
  '/legacy/login',
  '/meeting/:token',
  '/post-approval/:token',
  '/unsubscribe/:token',
] as const;
