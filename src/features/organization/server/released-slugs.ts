import { and, eq, isNull, ne, or } from 'drizzle-orm';
import type { Queries } from '#server/db/database.ts';
import { tokenHash } from '#server/ids.ts';
import { AppError } from '#shared/errors.ts';
import { isReservedSlug } from './slugs.ts';
import { organizations, releasedSlugs } from './tables.ts';

type Platform = { db: Queries };

export function slugTaken(): AppError {
  return new AppError('slug_taken', 'This subdomain is already taken.');
}

/**
 * Refuses a subdomain that is reserved, or that another organization had. Whether one has it now is for the unique index.
 * @throws AppError slug_taken
 */
export async function refuseTakenSlug(
  { db }: Platform,
  slug: string,
  organizationId: string | null = null,
): Promise<void> {
  if (isReservedSlug(slug)) throw slugTaken();
  const others =
    organizationId === null
      ? undefined
      : or(isNull(releasedSlugs.organizationId), ne(releasedSlugs.organizationId, organizationId));
  const [had] = await db
    .select({ digest: releasedSlugs.digest })
    .from(releasedSlugs)
    .where(and(eq(releasedSlugs.digest, tokenHash(slug)), others));
  if (had) throw slugTaken();
}

/** Keeps a subdomain that an organization gives up, and gives it the one that it takes instead. */
export async function exchangeSlug(
  { db }: Platform,
  { organizationId, from, to, now }: { organizationId: string; from: string; to: string; now: Date },
): Promise<void> {
  if (from === to) return;
  await db.delete(releasedSlugs).where(eq(releasedSlugs.digest, tokenHash(to)));
  await db.insert(releasedSlugs).values({ digest: tokenHash(from), organizationId, releasedAt: now });
}

/** Keeps the subdomains of an organization that is deleted, and not whose they were. */
export async function forgetWhoseSlugs(
  { db }: Platform,
  { organizationId, slug, now }: { organizationId: string; slug: string; now: Date },
): Promise<void> {
  await db
    .update(releasedSlugs)
    .set({ organizationId: null })
    .where(eq(releasedSlugs.organizationId, organizationId));
  await db
    .insert(releasedSlugs)
    .values({ digest: tokenHash(slug), organizationId: null, releasedAt: now })
    .onConflictDoNothing();
}

/** The organization that has this subdomain, or had it. */
export async function organizationBySlug(db: Queries, slug: string): Promise<string | null> {
  const [found] = await db
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.slug, slug));
  if (found) return found.id;
  const [had] = await db
    .select({ id: releasedSlugs.organizationId })
    .from(releasedSlugs)
    .where(eq(releasedSlugs.digest, tokenHash(slug)));
  return had?.id ?? null;
}
