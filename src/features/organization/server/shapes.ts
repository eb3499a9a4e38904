import type { z } from 'zod';
import type { organization, user } from '#features/organization/contract.ts';
import { organizationSize } from '#features/organization/options.ts';
import type { organizations, users } from './tables.ts';

/** A row as the wire shows it. */
export function organizationOut(row: typeof organizations.$inferSelect): z.infer<typeof organization> {
  return {
    id: row.id,
    name: row.name,
    slug: row.slug,
    domain: row.domain,
    industry: row.industry,
    size: row.size === null ? null : organizationSize.parse(row.size),
    country: row.country,
    timezone: row.timezone,
    contactEmail: row.contactEmail,
    createdAt: row.createdAt.toISOString(),
    isPlatform: row.isPlatform,
  };
}

export function userOut(row: typeof users.$inferSelect): z.infer<typeof user> {
  return {
    id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    role: row.role,
    isActive: row.isActive,
    lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  };
}
