import { and, eq, gt } from 'drizzle-orm';
import { tenantOf } from '#features/auth/server/public.ts';
import type { Session } from '#server/context.ts';
import type { Database } from '#server/db/database.ts';
import { organizationOf, tokenHash } from '#server/ids.ts';
import type { Services } from '#server/services.ts';
import { legacySessions } from './tables.ts';

const codePurpose = 'legacy access code';

/** What a session keeps of the code that opened it. Null while no code is set. */
export function codeDigest(services: Services): string | null {
  const code = services.config.legacyAccessCode;
  return code === null ? null : services.seal.digest(code, codePurpose);
}

/** Whether this is the code of the digest; compared in constant time, so that not even the length tells. */
export function isCode(services: Services, given: string, digest: string): boolean {
  return services.seal.verify(given, codePurpose, digest);
}

/**
 * Finds what a cookie of the internal area opened: the platform's organization with the rights of `user` and no person.
 * Null when it has ended, or was opened with another code than the one set now.
 */
export async function findLegacySession(
  database: Database,
  services: Services,
  platformId: string,
  cookie: string,
): Promise<Session | null> {
  const digest = codeDigest(services);
  if (digest === null || organizationOf(cookie, 'hubi') !== platformId) return null;
  return database.forOrganization(platformId).tx(async (tx) => {
    const [found] = await tx.db
      .select({ id: legacySessions.id })
      .from(legacySessions)
      .where(
        and(
          eq(legacySessions.tokenHash, tokenHash(cookie)),
          eq(legacySessions.codeDigest, digest),
          gt(legacySessions.expiresAt, services.clock.now()),
        ),
      );
    const tenant = found ? await tenantOf(tx.db) : null;
    if (!found || !tenant) return null;
    return {
      kind: 'legacy',
      id: found.id,
      organizationId: platformId,
      userId: null,
      actor: 'Internal access',
      role: 'user',
      scopes: null,
      mustChangePassword: false,
      mustSetUpTotp: false,
      ...tenant,
    };
  });
}
