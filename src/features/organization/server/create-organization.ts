import { startSubscription } from '#features/billing/server/public.ts';
import type { Transaction } from '#server/db/database.ts';
import { sqlState } from '#server/http/errors.ts';
import { newId } from '#server/ids.ts';
import type { Services } from '#server/services.ts';
import { type ModuleType, type Plan, trialDays } from '#shared/modules.ts';
import { refuseTakenSlug, slugTaken } from './released-slugs.ts';
import { emailSettings, organizations, users } from './tables.ts';

/** A temporary password from company setup signs in for this many hours (contract section 4). */
const temporaryHours = 72;
const hourMs = 3_600_000;

export interface NewOrganization {
  organization: {
    name: string;
    slug: string;
    industry: string | null;
    size: string | null;
    country: string | null;
    timezone: string;
    termsAccepted: boolean;
    isPlatform?: boolean;
    isDemo?: boolean;
  };
  owner: { firstName: string; lastName: string; email: string; passwordHash: string; temporary: boolean };
  plan: Plan;
  modules: readonly ModuleType[];
}

/**
 * Makes organization, owner, subscription with trial and setup fee, and modules in the caller's platform transaction.
 * @throws AppError slug_taken
 */
export async function createOrganization(
  tx: Transaction,
  services: Pick<Services, 'clock'>,
  input: NewOrganization,
): Promise<{ organizationId: string; userId: string }> {
  const organizationId = newId();
  const userId = newId();
  const now = services.clock.now();
  const { termsAccepted, isPlatform = false, isDemo = false, ...fields } = input.organization;
  const { owner } = input;
  if (!isPlatform && !isDemo) await refuseTakenSlug(tx, fields.slug);
  await insertOrganization(tx, {
    id: organizationId,
    ...fields,
    isPlatform,
    isDemo,
    contactEmail: owner.email,
    createdAt: now,
    termsAcceptedAt: termsAccepted ? now : null,
  });
  await tx.db.insert(users).values({
    id: userId,
    organizationId,
    email: owner.email,
    emailKey: owner.email.toLowerCase(),
    firstName: owner.firstName,
    lastName: owner.lastName,
    passwordHash: owner.passwordHash,
    role: 'owner',
    mustChangePassword: owner.temporary,
    temporaryUntil: owner.temporary ? new Date(now.getTime() + temporaryHours * hourMs) : null,
    createdAt: now,
  });
  await tx.db.insert(emailSettings).values({ organizationId, teamAddresses: [owner.email.toLowerCase()] });
  const trialEndsAt = new Date(now.getTime() + trialDays * 24 * hourMs);
  await startSubscription(
    tx,
    { now, actor: `${owner.firstName} ${owner.lastName}` },
    {
      organizationId,
      plan: input.plan,
      status: isPlatform ? 'active' : 'trial',
      currentPeriodEnd: isPlatform ? null : trialEndsAt,
      trialEndsAt: isPlatform ? null : trialEndsAt,
      setupFeeRequired: !isPlatform,
      createdAt: now,
    },
    input.modules,
  );
  return { organizationId, userId };
}

async function insertOrganization(tx: Transaction, row: typeof organizations.$inferInsert): Promise<void> {
  try {
    await tx.db.insert(organizations).values(row);
  } catch (error) {
    if (sqlState(error) === '23505') throw slugTaken();
    throw error;
  }
}
