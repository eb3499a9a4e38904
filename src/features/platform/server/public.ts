import { eq, sql } from 'drizzle-orm';
import { createOrganization, platformSlug } from '#features/organization/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import type { Database } from '#server/db/database.ts';
import { generatePassword } from '#server/integrations/passwords.ts';
import type { Services } from '#server/services.ts';
import { moduleTypes } from '#shared/modules.ts';

export { publicSettings, settingsNotice } from './settings.ts';

/**
 * The platform's own organization with its first owner, made at the first start.
 * `password` is the generated one, to be printed once; null when it was given or the platform exists.
 */
export async function ensurePlatform(
  database: Database,
  services: Services,
): Promise<{ platformId: string; password: string | null }> {
  const known = await find(database);
  if (known) return { platformId: known, password: null };
  const { config } = services;
  const password = config.platformPassword ?? generatePassword();
  const passwordHash = await services.passwords.hash(password);
  return database.asPlatform('the first start makes the platform organization', async (tx) => {
    // Several processes may start at once: one makes it, the others find it.
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtext('ensure-platform'))`);
    const [row] = await tx.db
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.isPlatform, true));
    if (row) return { platformId: row.id, password: null };
    const { organizationId } = await createOrganization(tx, services, {
      organization: {
        name: 'AI Hub',
        slug: platformSlug,
        industry: 'technology',
        size: 'small',
        country: 'AU',
        timezone: 'Australia/Sydney',
        termsAccepted: true,
        isPlatform: true,
      },
      owner: {
        firstName: 'Platform',
        lastName: 'Owner',
        email: config.platformEmail,
        passwordHash,
        temporary: false,
      },
      plan: 'enterprise',
      modules: moduleTypes,
    });
    return { platformId: organizationId, password: config.platformPassword === null ? password : null };
  });
}

async function find(database: Database): Promise<string | null> {
  return database.asPlatform('the platform organization is looked up at start', async (tx) => {
    const [row] = await tx.db
      .select({ id: organizations.id })
      .from(organizations)
      .where(eq(organizations.isPlatform, true));
    return row?.id ?? null;
  });
}
