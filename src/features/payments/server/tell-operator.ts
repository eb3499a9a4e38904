import { eq } from 'drizzle-orm';
import { asTenant, notifyOwners } from '#features/notifications/server/public.ts';
import { findPlatform } from '#features/organization/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import type { Transaction } from '#server/db/database.ts';

interface Told {
  tenantId: string;
  /** A second notice of the same key is none. */
  key: string;
  /** What is said, given the name of the tenant. */
  words: (tenant: string) => { title: string; text: string };
}

/** Tells the platform's owners behind the bell about a tenant's billing. In a transaction of the platform. */
export async function tellOperator(
  platform: Transaction,
  now: Date,
  { tenantId, key, words }: Told,
): Promise<void> {
  const [tenant] = await platform.db
    .select({ name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, tenantId));
  const { id } = await findPlatform(platform);
  const notice = { kind: 'billing' as const, key, ...words(tenant?.name ?? 'a tenant') };
  await notifyOwners(asTenant(platform, id), notice, now);
}
