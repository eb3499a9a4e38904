import { eq } from 'drizzle-orm';
import { users } from '#features/organization/server/tables.ts';
import type { Context } from '#server/context.ts';
import { AppError, notFound } from '#shared/errors.ts';

/** The signed-in person, who has said the password again. @throws AppError invalid for a wrong one */
export async function withOwnPassword(
  context: Context,
  currentPassword: string,
): Promise<typeof users.$inferSelect> {
  const { userId } = context.session;
  if (userId === null) throw new AppError('forbidden', 'Only a person can do this.');
  const [user] = await context.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw notFound('account');
  if (await context.services.passwords.verify(user.passwordHash, currentPassword)) return user;
  const message = 'The current password is not right.';
  throw new AppError('invalid', message, { issues: [{ path: 'currentPassword', message }] });
}
