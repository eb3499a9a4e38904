import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';
import { notFound } from '#shared/errors.ts';
import { isRowId } from '#shared/text.ts';
import { organizations } from './tables.ts';

export type TenantRow = typeof organizations.$inferSelect;

/** In a transaction of the platform. @throws AppError not_found, also for the platform's own organization */
export async function findTenant(
  { db }: Pick<Transaction, 'db'>,
  organizationId: string,
): Promise<TenantRow> {
  if (!isRowId(organizationId)) throw notFound('tenant');
  const [tenant] = await db
    .select()
    .from(organizations)
    .where(and(eq(organizations.id, organizationId), eq(organizations.isPlatform, false)));
  if (!tenant) throw notFound('tenant');
  return tenant;
}

/** The platform's own organization, which every started hub has. In a transaction of the platform. */
export async function findPlatform({ db }: Pick<Transaction, 'db'>): Promise<Pick<TenantRow, 'id' | 'name'>> {
  const [platform] = await db
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(eq(organizations.isPlatform, true));
  if (!platform) throw new Error('There is no platform organization.');
  return platform;
}
