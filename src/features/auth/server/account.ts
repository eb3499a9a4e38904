import { desc, eq } from 'drizzle-orm';
import type { authApi, Config, Me, Session } from '#features/auth/contract.ts';
import { billingOut, billingRows, renewalMs } from '#features/billing/server/public.ts';
import { endSession, organizationOut, platformSlug } from '#features/organization/server/public.ts';
import {
  organizationDeletions,
  organizations,
  sessions,
  users,
} from '#features/organization/server/tables.ts';
import type { Context, PublicContext } from '#server/context.ts';
import { Reply } from '#server/http/route.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { demoSignIns } from './demo-sign-ins.ts';

type Endpoints = (typeof authApi)['endpoints'];

/** What the sign-in pages need before anyone is signed in. */
export async function config({ services }: PublicContext): Promise<Config> {
  const { hostname } = new URL(services.config.publicUrl);
  const real = hostname.includes('.') && !/^[\d.]+$/.test(hostname);
  return {
    demo: services.config.demo,
    demoSignIns: services.config.demo ? demoSignIns : [],
    legacyEnabled: services.config.legacyAccessCode !== null,
    domainSuffix: real ? `.${hostname}` : '.aihub.com',
    outboxOnly: services.gate.outboxOnly,
    platformSlug,
  };
}

function ownId(context: Context): string {
  const { userId } = context.session;
  if (userId === null) throw new AppError('forbidden', 'An API key has no account.');
  return userId;
}

export async function me(context: Context): Promise<Me> {
  const [user] = await context.db
    .select()
    .from(users)
    .where(eq(users.id, ownId(context)));
  const [organization] = await context.db.select().from(organizations);
  if (!user || !organization) throw notFound('account');
  const [deletion] = await context.db.select().from(organizationDeletions);
  const now = context.services.clock.now();
  const held = await billingRows(context.db);
  const { subscription, modules } = billingOut(held, now);
  const { stripeSubscriptionId = null, currentPeriodEnd = null } = held.subscription ?? {};
  const renews =
    stripeSubscriptionId !== null &&
    currentPeriodEnd !== null &&
    now.getTime() - currentPeriodEnd.getTime() < renewalMs;
  const trialEnd = context.session.subscription?.trialEndsAt ?? null;
  return {
    user: {
      id: user.id,
      firstName: user.firstName,
      lastName: user.lastName,
      email: user.email,
      role: user.role,
      isActive: user.isActive,
      lastLoginAt: user.lastLoginAt?.toISOString() ?? null,
      organizationId: organization.id,
      mustChangeCredentials: user.mustChangePassword || context.session.mustSetUpTotp,
    },
    organization: organizationOut(organization),
    subscription,
    modules,
    writesUntil:
      subscription?.status === 'trial' && trialEnd !== null ? new Date(trialEnd).toISOString() : null,
    renews,
    deletion: deletion ? { dueAt: deletion.dueAt.toISOString(), byOperator: deletion.byOperator } : null,
  };
}

/** Ends this session; the browser also forgets what it stored for the site. */
export function logout(context: Context): Promise<Reply<undefined>> {
  return context.tx(async (tx) => {
    await endSession(tx, tx.organizationId, context.session.id, ownId(context));
    await tx.audit({ action: 'logout' });
    return new Reply(undefined, { headers: { 'clear-site-data': '"cache", "storage"' } });
  });
}

export function listSessions(context: Context): Promise<Output<Endpoints['listSessions']>> {
  return sessionsOf(context, ownId(context));
}

/** Where somebody is signed in, newest first. */
export async function sessionsOf(context: Context, userId: string): Promise<Session[]> {
  const rows = await context.db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(desc(sessions.id))
    .limit(200);
  return rows.map((row) => sessionOut(row, context.session.id));
}

/** A session as the wire shows it; `currentId` is the one that asks. */
function sessionOut(row: typeof sessions.$inferSelect, currentId: string): Session {
  return {
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    address: row.address,
    userAgent: row.userAgent,
    current: row.id === currentId,
  };
}

export function endOwnSession(
  context: Context,
  { params }: Input<Endpoints['endSession']>,
): Promise<undefined> {
  return context.tx(async (tx) => {
    if (!(await endSession(tx, tx.organizationId, params.id, ownId(context)))) throw notFound('session');
    await tx.audit({ action: 'session.ended', subject: params.id });
    return undefined;
  });
}
