import { z } from 'zod';
import type { Hub, Tenant } from './fixtures.ts';

const rows = z.array(z.object({ id: z.string(), page: z.string() }));

/**
 * The open conversations of an organization, the one that was begun last first, as ids say; the inbox has the one first
 * that was last written to.
 */
export async function conversationsOf(hub: Hub, tenant: Tenant): Promise<z.infer<typeof rows>> {
  const all = rows.parse(
    await hub.call('GET', '/api/conversations?view=open', undefined, tenant.owner.token),
  );
  return all.toSorted((a, b) => b.id.localeCompare(a.id));
}
