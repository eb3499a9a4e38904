import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { authApi } from '#features/auth/contract.ts';
import { timezoneOf } from '#features/organization/options.ts';
import {
  assertStrongPassword,
  createOrganization,
  isReservedSlug,
  startSession,
} from '#features/organization/server/public.ts';
import { users } from '#features/organization/server/tables.ts';
import type { PublicContext } from '#server/context.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';

type Signup = (typeof authApi)['endpoints']['signup'];

const remembered = z.object({
  organization: z.object({ id: z.string(), name: z.string(), slug: z.string() }),
});

/** Makes an organization with its owner, trial and modules in one transaction, and signs the owner in. */
export async function signup(context: PublicContext, { body }: Input<Signup>): Promise<Output<Signup>> {
  const { organization, user } = body;
  if (isReservedSlug(organization.slug)) throw new AppError('slug_taken', 'This subdomain is already taken.');
  await assertStrongPassword(user.password, 'user.password');
  const passwordHash = await context.services.passwords.hash(user.password);
  return context.database.asPlatform('signup makes a tenant', async (tx) => {
    const made = await createOrganization(tx, context.services, {
      organization: { ...organization, timezone: timezoneOf(organization.country), termsAccepted: true },
      owner: { ...user, passwordHash, temporary: false },
      plan: body.selectedPlan,
      modules: body.selectedModules,
    });
    const token = await startSession(
      tx,
      { organizationId: made.organizationId, userId: made.userId },
      context,
    );
    return {
      token,
      organization: { id: made.organizationId, name: organization.name, slug: organization.slug },
    };
  });
}

/** A repeated signup under the same Idempotency-Key signs the same owner in again: the first token was not kept. */
export async function replaySignup(context: PublicContext, kept: unknown): Promise<Output<Signup>> {
  const { organization } = remembered.parse(kept);
  return context.database.asPlatform('a repeated signup opens a new session', async (tx) => {
    const [owner] = await tx.db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.organizationId, organization.id), eq(users.role, 'owner')))
      .orderBy(users.id)
      .limit(1);
    if (!owner) throw notFound('organization');
    const token = await startSession(tx, { organizationId: organization.id, userId: owner.id }, context);
    return { token, organization };
  });
}
