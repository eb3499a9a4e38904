import { testPassword } from '../testing/test-app.ts';
import type { Sample } from './samples.ts';
import type { World } from './world.ts';

/** Requests of the admin panel and of the second factor that work for whoever may make them. */
export const adminSamples: Record<string, (world: World) => Sample> = {
  'GET /api/tenant/auth/totp': () => ({}),
  'POST /api/tenant/auth/totp': () => ({ body: { currentPassword: 'not the right one' } }),
  'POST /api/tenant/auth/totp/confirm': () => ({ body: { code: '000000' } }),
  'POST /api/tenant/auth/totp/recovery-codes': () => ({ body: { currentPassword: 'not the right one' } }),
  'POST /api/tenant/auth/totp/off': () => ({ body: { currentPassword: 'not the right one' } }),
  'GET /api/tenant/sign-in-rules': () => ({}),
  'PUT /api/tenant/sign-in-rules': () => ({
    body: { requireTotp: true, currentPassword: 'not the right one' },
  }),
  'GET /api/tenant/exports': () => ({}),
  'POST /api/tenant/exports': () => ({ body: { currentPassword: testPassword } }),
  'GET /api/tenant/exports/:id/file': ({ spareUserId }) => ({ params: { id: spareUserId } }),
  'GET /api/tenant/users/:userId/sessions': ({ spareUserId }) => ({ params: { userId: spareUserId } }),
  'DELETE /api/tenant/users/:userId/sessions': ({ spareUserId }) => ({ params: { userId: spareUserId } }),
  'POST /api/tenant/users/:userId/reset-link': ({ spareUserId }) => ({ params: { userId: spareUserId } }),
  'DELETE /api/tenant/users/:userId/totp': ({ spareUserId }) => ({ params: { userId: spareUserId } }),
};
