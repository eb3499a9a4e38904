import { desc, eq } from 'drizzle-orm';
import type { authApi, Config, Me } from '#features/auth/contract.ts';
import { billingState } from '#features/billing/server/public.ts';
import { endSession, organizationOut, platformSlug } from '#features/organization/server/public.ts';
import { organizations, sessions, users } from '#features/organization/server/tables.ts';
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
    // The legacy area is not built yet: a link to it would lead nowhere.
    legacyEnabled: false,
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
  const { subscription, modules } = await billingState(context.db, context.services.clock.now());
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
      mustChangeCredentials: user.mustChangePassword,
    },
    organization: organizationOut(organization),
    subscription,
    modules,
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

export async function listSessions(context: Context): Promise<Output<Endpoints['listSessions']>> {
  const rows = await context.db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, ownId(context)))
    .orderBy(desc(sessions.id))
    .limit(200);
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    address: row.address,
    userAgent: row.userAgent,
    current: row.id === context.session.id,
  }));
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
