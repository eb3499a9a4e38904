import { testPassword } from '../testing/test-app.ts';
import type { Sample } from './samples.ts';
import type { World } from './world.ts';

const own = '/api/tenant/organizations/current/deletion';
const operated = '/api/tenant/saas/tenants/:organizationId/deletion';

function target({ tenant }: World): Record<string, string> {
  return { organizationId: tenant.organizationId };
}

/** Requests for the deletion of an organization that work for whoever may make them. */
export const deletionSamples: Record<string, (world: World) => Sample> = {
  [`GET ${own}`]: () => ({}),
  [`POST ${own}`]: ({ tenant }) => ({
    body: { currentPassword: testPassword, name: `Tenant ${tenant.slug}` },
  }),
  [`DELETE ${own}`]: () => ({}),
  [`GET ${operated}`]: (world) => ({ params: target(world) }),
  [`POST ${operated}`]: (world) => ({
    params: target(world),
    body: { currentPassword: testPassword, reason: 'Asked for by letter' },
  }),
  [`DELETE ${operated}`]: (world) => ({ params: target(world) }),
};
