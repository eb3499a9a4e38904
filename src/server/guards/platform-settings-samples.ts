import type { Sample } from './samples.ts';
import type { World } from './world.ts';

/** Requests to the operator's settings that work for whoever may make them. */
export const platformSettingsSamples: Record<string, (world: World) => Sample> = {
  'GET /api/tenant/saas/settings': () => ({}),
  'PUT /api/tenant/saas/settings': ({ canary }) => ({ body: { salesAddress: `sales@${canary}.example` } }),
  'GET /api/site': () => ({}),
};
