import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import type { authApi } from '#features/auth/contract.ts';
import { timezoneOf } from '#features/organization/options.ts';
import {
  assertStrongPassword,
  createOrganization,
  startSession,
} from '#features/organization/server/public.ts';
import { users } from '#features/organization/server/tables.ts';
import type { PublicContext } from '#server/context.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';

type Signup = (typeof authApi)['endpoints']['signup'];

const remembered = z.object({
  organization: z.object({ id: z.string(), name: z.string(), slug: z.string() }),
});

/** Makes an organization with its owner, trial and modules in one transaction, and signs the owner in. */
export async function signup(context: PublicContext, { body }: Input<Signup>): Promise<Output<Signup>> {
  const { organization, user } = body;
  await assertStrongPassword(user.password, 'user.password');
  const passwordHash = await context.services.passwords.hash(user.password);
  return context.database.asPlatform('signup makes a tenant', async (tx) => {
    const made = await createOrganization(tx, context.services, {
      organization: { ...organization, timezone: timezoneOf(organization.country), termsAccepted: true },
      owner: { ...user, passwordHash, temporary: false },
      plan: body.selectedPlan,
      modules: body.selectedModules,
    });
    const token = await signInFirst(tx, made, context);
    return {
      token,
      organization: { id: made.organizationId, name: organization.name, slug: organization.slug },
    };
  });
}

/** Whoever has just signed up is signed in: that is their last sign-in so far. */
async function signInFirst(
  tx: Transaction,
  { organizationId, userId }: { organizationId: string; userId: string },
  context: PublicContext,
): Promise<string> {
  await tx.db
    .update(users)
    .set({ lastLoginAt: context.services.clock.now() })
    .where(and(eq(users.organizationId, organizationId), eq(users.id, userId)));
  return startSession(tx, { organizationId, userId }, context);
}

/**
 * A repeated signup under the same Idempotency-Key signs the same person in again: the first token was not kept. It is a
 * sign-in like any other, so the password must still be right and the account active; what they may do by now, they may.
 */
export async function replaySignup(
  context: PublicContext,
  kept: unknown,
  { body }: Input<Signup>,
): Promise<Output<Signup>> {
  const { organization } = remembered.parse(kept);
  const { email, password } = body.user;
  const [person] = await context.database
    .readAsPlatform('a repeated signup looks its account up')
    .select({ id: users.id, passwordHash: users.passwordHash, isActive: users.isActive })
    .from(users)
    .where(and(eq(users.organizationId, organization.id), eq(users.emailKey, email.toLowerCase())));
  const right = person?.isActive && (await context.services.passwords.verify(person.passwordHash, password));
  if (!person || !right) throw new AppError('invalid_credentials', 'Invalid email or password');
  return context.database.asPlatform('a repeated signup opens a new session', async (tx) => {
    const token = await signInFirst(tx, { organizationId: organization.id, userId: person.id }, context);
    return { token, organization };
  });
}
