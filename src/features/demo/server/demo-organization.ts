import { and, desc, eq, sql } from 'drizzle-orm';
import { demoPassword } from '#features/auth/server/public.ts';
import { subscriptions } from '#features/billing/server/tables.ts';
import { createOrganization } from '#features/organization/server/public.ts';
import { emailSettings, organizations, users } from '#features/organization/server/tables.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Hub } from '#server/hub.ts';
import { newId } from '#server/ids.ts';
import { moduleTypes, trialDays } from '#shared/modules.ts';
import { demoTimezone, instantAt } from './moment.ts';
import { owner, staff, teamBox } from './team.ts';

const dayMs = 24 * 3_600_000;
/** The demo tenant has been at work a little longer than its oldest mail. */
const startedAt = [52, '09:00'] as const;

/**
 * The demo tenant's id; made when the installation is empty but for the platform. Null when others are here and no
 * demo tenant is: nothing is added to an installation in use.
 */
export async function ensureDemoOrganization(hub: Hub, now: Date): Promise<string | null> {
  const { demoId, isEmpty } = await hub.database.asPlatform('the demo tenant is looked up at start', look);
  if (!isEmpty) return demoId;
  const passwordHash = await hub.services.passwords.hash(demoPassword);
  return hub.database.asPlatform('an empty installation gets the demo tenant', async (tx) => {
    // Several processes may start at once on one database: one makes it, the others find it.
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtext('demo-organization'))`);
    const again = await look(tx);
    return again.isEmpty ? make(tx, now, passwordHash) : again.demoId;
  });
}

async function look(tx: Transaction): Promise<{ demoId: string | null; isEmpty: boolean }> {
  const [first] = await tx.db
    .select({ id: organizations.id, isDemo: organizations.isDemo })
    .from(organizations)
    .where(eq(organizations.isPlatform, false))
    .orderBy(desc(organizations.isDemo))
    .limit(1);
  return { demoId: first?.isDemo ? first.id : null, isEmpty: first === undefined };
}

async function make(tx: Transaction, now: Date, passwordHash: string): Promise<string> {
  const began = instantAt(startedAt, now);
  const { organizationId } = await createOrganization(
    tx,
    { clock: { now: () => began } },
    {
      organization: {
        name: 'Harbourside Outdoor',
        slug: 'harbourside',
        industry: 'marketing',
        size: 'small',
        country: 'AU',
        timezone: demoTimezone,
        termsAccepted: true,
        isDemo: true,
      },
      owner: {
        firstName: owner.firstName,
        lastName: owner.lastName,
        email: owner.email,
        passwordHash,
        temporary: false,
      },
      plan: 'enterprise',
      modules: moduleTypes,
    },
  );
  await tx.db.insert(users).values(
    staff.map(({ firstName, lastName, role, email }) => ({
      id: newId(),
      organizationId,
      email,
      emailKey: email.toLowerCase(),
      firstName,
      lastName,
      role,
      passwordHash,
      createdAt: began,
    })),
  );
  const everyone = [owner, ...staff];
  for (const { email, lastLogin } of everyone) {
    await tx.db
      .update(users)
      .set({ lastLoginAt: instantAt(lastLogin, now) })
      .where(and(eq(users.organizationId, organizationId), eq(users.email, email)));
  }
  await tx.db
    .update(emailSettings)
    .set({ teamAddresses: [teamBox.address, ...everyone.map(({ email }) => email)] })
    .where(eq(emailSettings.organizationId, organizationId));
  // Its mail is older than the installation, its trial is not: whoever tries the hub has the usual days.
  const trialEndsAt = new Date(now.getTime() + trialDays * dayMs);
  await tx.db
    .update(subscriptions)
    .set({ trialEndsAt, currentPeriodEnd: trialEndsAt })
    .where(eq(subscriptions.organizationId, organizationId));
  return organizationId;
}
