import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { authApi } from '#features/auth/contract.ts';
import { assertStrongPassword, endSessionsOf } from '#features/organization/server/public.ts';
import { accountTokens, organizations, sessions, users } from '#features/organization/server/tables.ts';
import type { Context, PublicContext } from '#server/context.ts';
import type { Transaction } from '#server/db/database.ts';
import { newId, newToken, organizationOf, tokenHash } from '#server/ids.ts';
import { writeAudit } from '#server/organization-context.ts';
import type { Services } from '#server/services.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { passwordChangedMail, resetMail } from './mails.ts';
import { withOwnPassword } from './own-password.ts';

type Endpoints = (typeof authApi)['endpoints'];

/** How long a reset link works. */
const linkMinutes = 60;
/** One email in more organizations than this gets links for the first ones only. */
const accountLimit = 5;

/** Mails one reset link per organization of the address. Answers the same whether there is one or not. */
export async function forgotPassword(
  context: PublicContext,
  { body }: Input<Endpoints['forgotPassword']>,
): Promise<Output<Endpoints['forgotPassword']>> {
  const queued = await context.database.asPlatform(
    'a reset link is asked for without a sign-in',
    async (tx) => {
      const accounts = await tx.db
        .select({
          organizationId: users.organizationId,
          id: users.id,
          email: users.email,
          organizationName: organizations.name,
        })
        .from(users)
        .innerJoin(organizations, eq(organizations.id, users.organizationId))
        .where(and(eq(users.emailKey, body.email.toLowerCase()), eq(users.isActive, true)))
        .limit(accountLimit);
      const mails: { organizationId: string; id: string }[] = [];
      for (const account of accounts) {
        const { organizationId } = account;
        const id = await mailResetLink({ ...tx, organizationId }, context.services, account);
        mails.push({ organizationId, id });
      }
      return mails;
    },
  );
  deliverSoon(context, queued);
  return {};
}

/** A new reset link of an account, and the mail with it, in the organization of `tx`. Gives the id of the mail. */
export async function mailResetLink(
  tx: Transaction,
  { gate, config }: Services,
  { id, email, organizationName }: { id: string; email: string; organizationName: string },
): Promise<string> {
  const { organizationId } = tx;
  const token = newToken('hubr', organizationId);
  await tx.db.insert(accountTokens).values({
    id: newId(),
    organizationId,
    userId: id,
    tokenHash: tokenHash(token),
    expiresAt: sql`now() + make_interval(mins => ${linkMinutes})`,
  });
  const link = `${config.publicUrl}/reset-password?token=${token}`;
  return gate.accountMail(tx, resetMail(email, organizationName, link));
}

/** Sets a new password by a link: once, within its hour, also when used many times at once. Ends all sessions. */
export async function resetPassword(
  context: PublicContext,
  { body }: Input<Endpoints['resetPassword']>,
): Promise<undefined> {
  const organizationId = organizationOf(body.token, 'hubr');
  if (!organizationId) throw deadLink();
  await assertStrongPassword(body.password, 'password');
  const passwordHash = await context.services.passwords.hash(body.password);
  const queued = await context.database.forOrganization(organizationId).tx(async (tx) => {
    const [used] = await tx.db
      .update(accountTokens)
      .set({ usedAt: sql`now()` })
      .where(
        and(
          eq(accountTokens.tokenHash, tokenHash(body.token)),
          isNull(accountTokens.usedAt),
          gt(accountTokens.expiresAt, sql`now()`),
        ),
      )
      .returning({ userId: accountTokens.userId });
    if (!used) throw deadLink();
    const [user] = await tx.db
      .update(users)
      .set({ passwordHash, mustChangePassword: false, temporaryUntil: null })
      .where(and(eq(users.id, used.userId), eq(users.isActive, true)))
      .returning({ id: users.id, email: users.email });
    if (!user) throw deadLink();
    await endSessionsOf(tx, organizationId, user.id, null);
    const actor = { name: user.email, id: user.id, about: context };
    await writeAudit(tx.db, organizationId, { action: 'password.reset' }, actor);
    return {
      organizationId,
      id: await context.services.gate.accountMail(tx, passwordChangedMail(user.email)),
    };
  });
  deliverSoon(context, [queued]);
  return undefined;
}

function deadLink(): AppError {
  return new AppError('invalid', 'This link has expired or was used already. Ask for a new one.', {
    issues: [{ path: 'token', message: 'This link no longer works.' }],
  });
}

/** Changes the own password. This session goes on with a new token, all others and all reset links end. */
export async function changePassword(
  context: Context,
  { body }: Input<Endpoints['changePassword']>,
): Promise<Output<Endpoints['changePassword']>> {
  const { passwords, gate } = context.services;
  const { id } = context.session;
  const user = await withOwnPassword(context, body.currentPassword);
  if (body.newPassword === body.currentPassword) {
    // A temporary password has been read by others; keeping it would not be a change.
    const message = 'Choose a password other than the current one.';
    throw new AppError('invalid', message, { issues: [{ path: 'newPassword', message }] });
  }
  await assertStrongPassword(body.newPassword, 'newPassword');
  const passwordHash = await passwords.hash(body.newPassword);
  const token = newToken('hub', context.organizationId);
  const mail = await context.tx(async (tx) => {
    // Still the password that was compared: another change or a reset meanwhile has ended this session.
    const unchanged = and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash), users.isActive);
    const changed = await tx.db
      .update(users)
      .set({ passwordHash, mustChangePassword: false, temporaryUntil: null })
      .where(unchanged)
      .returning({ id: users.id });
    const kept = await tx.db
      .update(sessions)
      .set({ tokenHash: tokenHash(token) })
      .where(eq(sessions.id, id))
      .returning({ id: sessions.id });
    if (changed.length === 0 || kept.length === 0)
      throw new AppError('unauthenticated', 'Your session has ended. Sign in again.');
    await endSessionsOf(tx, tx.organizationId, user.id, id);
    await tx.audit({ action: 'password.changed' });
    return gate.accountMail(tx, passwordChangedMail(user.email));
  });
  deliverSoon(context, [{ organizationId: context.organizationId, id: mail }]);
  return { token };
}

/** Hands over after the answer: how long the mail server takes must not tell whether an account exists. */
export function deliverSoon(
  context: PublicContext | Context,
  mails: { organizationId: string; id: string }[],
): void {
  for (const { organizationId, id } of mails) {
    setImmediate(() => {
      context.services.gate
        .deliver(organizationId, id)
        .catch((error: unknown) => context.log.error({ err: error }, 'delivering an account mail failed'));
    });
  }
}
