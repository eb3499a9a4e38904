import type { Organization, organizationApi } from '#features/organization/contract.ts';
import type { Context } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import { organizationOut } from './shapes.ts';
import { organizations } from './tables.ts';

type Update = (typeof organizationApi)['endpoints']['update'];

export async function readOrganization({ db }: Context): Promise<Organization> {
  const [row] = await db.select().from(organizations);
  if (!row) throw notFound('organization');
  return organizationOut(row);
}

export function updateOrganization(context: Context, { body }: Input<Update>): Promise<Organization> {
  return context.tx(async (tx) => {
    const [row] = await tx.db.update(organizations).set(body).returning();
    if (!row) throw notFound('organization');
    await tx.audit({ action: 'organization.updated', details: { fields: Object.keys(body) } });
    // Sessions carry the timezone.
    tx.notify({ kind: 'organization', o: tx.organizationId });
    return organizationOut(row);
  });
}
