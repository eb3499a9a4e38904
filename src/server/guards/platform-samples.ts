import type { Sample } from './samples.ts';
import type { World } from './world.ts';

/** Requests of the platform's owner that work for whoever may make them. */
export const platformSamples: Record<string, (world: World) => Sample> = {
  'GET /api/tenant/saas/tenants/:organizationId': ({ tenant }) => ({
    params: { organizationId: tenant.organizationId },
  }),
};
