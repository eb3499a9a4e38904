import { testPassword } from '../testing/test-app.ts';
import type { Sample } from './samples.ts';
import type { World } from './world.ts';

/** Requests to what owners do with their subscription, and to what admins see of a colleague's sign-in. */
export const moneySamples: Record<string, (world: World) => Sample> = {
  'POST /api/tenant/billing/ending': () => ({ body: { currentPassword: testPassword } }),
  'DELETE /api/tenant/billing/ending': () => ({ body: {} }),
  'GET /api/tenant/users/:userId/totp': ({ spareUserId }) => ({ params: { userId: spareUserId } }),
  'GET /api/tenant/saas/tenants/:organizationId/address': ({ tenant }) => ({
    params: { organizationId: tenant.organizationId },
  }),
  'PUT /api/tenant/saas/tenants/:organizationId/address': ({ tenant, canary }) => ({
    params: { organizationId: tenant.organizationId },
    body: { slug: tenant.slug, domain: `${canary}.example`, currentPassword: testPassword },
  }),
};
