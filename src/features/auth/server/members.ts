import { eq } from 'drizzle-orm';
import type { memberApi } from '#features/auth/totp-contract.ts';
import { endSessionsOf } from '#features/organization/server/public.ts';
import { organizations, users } from '#features/organization/server/tables.ts';
import type { Context } from '#server/context.ts';
import type { Queries } from '#server/db/database.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { sessionsOf } from './account.ts';
import { deliverSoon, mailResetLink } from './password.ts';
import { forgetFactor, hasFactor } from './second-factor.ts';

type Endpoints = (typeof memberApi)['endpoints'];

/** @throws AppError not_found, and forbidden for an admin and an owner's account */
async function memberOf(context: Context, db: Queries, userId: string): Promise<typeof users.$inferSelect> {
  const [target] = await db.select().from(users).where(eq(users.id, userId));
  if (!target) throw notFound('user');
  if (target.role === 'owner' && context.session.role !== 'owner')
    throw new AppError('forbidden', 'Only an owner can do this for an owner.');
  return target;
}

export async function memberSessions(
  context: Context,
  { params }: Input<Endpoints['sessions']>,
): Promise<Output<Endpoints['sessions']>> {
  const target = await memberOf(context, context.db, params.userId);
  return sessionsOf(context, target.id);
}

/** REST at once, sockets within a second; unused reset links as well. One's own are ended under 'Your account'. */
export function endMemberSessions(
  context: Context,
  { params }: Input<Endpoints['endSessions']>,
): Promise<undefined> {
  return context.tx(async (tx) => {
    const target = await memberOf(context, tx.db, params.userId);
    if (target.id === context.session.userId)
      throw new AppError('conflict', 'End your own sessions under Your account.');
    await endSessionsOf(tx, tx.organizationId, target.id, null);
    await tx.audit({ action: 'sessions.ended', subject: target.email });
    return undefined;
  });
}

/** The password stays as it is until the link is used. */
export async function sendMemberResetLink(
  context: Context,
  { params }: Input<Endpoints['sendResetLink']>,
): Promise<Output<Endpoints['sendResetLink']>> {
  const mail = await context.tx(async (tx) => {
    const target = await memberOf(context, tx.db, params.userId);
    if (!target.isActive)
      throw new AppError('conflict', 'This account is deactivated. Activate it before you send a link.');
    const [organization] = await tx.db.select({ name: organizations.name }).from(organizations);
    const { id, email } = target;
    const organizationName = organization?.name ?? '';
    const queued = await mailResetLink(tx, context.services, { id, email, organizationName });
    await tx.audit({ action: 'reset-link.sent', subject: email });
    return queued;
  });
  deliverSoon(context, [{ organizationId: context.organizationId, id: mail }]);
  return {};
}

/** Whether there is a second factor that could be turned off. */
export async function readMemberTotp(
  context: Context,
  { params }: Input<Endpoints['readTotp']>,
): Promise<{ isOn: boolean }> {
  const target = await memberOf(context, context.db, params.userId);
  return { isOn: await hasFactor(context.db, target.id) };
}

/** For a member who lost phone and recovery codes: signed out everywhere, and asked to set it up anew where it is required. */
export function turnOffMemberTotp(
  context: Context,
  { params }: Input<Endpoints['turnOffTotp']>,
): Promise<undefined> {
  return context.tx(async (tx) => {
    const target = await memberOf(context, tx.db, params.userId);
    if (target.id === context.session.userId)
      throw new AppError('conflict', 'Turn your own second factor off under Your account.');
    await forgetFactor(tx, target.id);
    await endSessionsOf(tx, tx.organizationId, target.id, null);
    await tx.audit({ action: 'second-factor.off', subject: target.email });
    return undefined;
  });
}
