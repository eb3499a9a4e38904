import { eq, lt } from 'drizzle-orm';
import { type legacyApi, legacyHours, legacyTries, wrongCode } from '#features/legacy/contract.ts';
import { findPlatform } from '#features/organization/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import type { Context, PublicContext } from '#server/context.ts';
import { legacyCookie } from '#server/http/legacy-cookie.ts';
import { networkOf } from '#server/http/network-of.ts';
import type { Limit } from '#server/http/rate-counter.ts';
import { Reply } from '#server/http/route.ts';
import { newId, newToken, tokenHash } from '#server/ids.ts';
import { writeAudit } from '#server/organization-context.ts';
import { until } from '#server/until.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { codeDigest, isCode } from './authenticate.ts';
import { legacySessions } from './tables.ts';

type Endpoints = (typeof legacyApi)['endpoints'];

/** A wrong code is answered after this long (contract section 12), milliseconds. */
const refusalMs = 1000;
const perAddress: Limit = { name: 'legacy-access', ...legacyTries };

/**
 * Opens the internal area: a cookie for eight hours. @throws AppError not_configured while no code is set,
 * invalid_credentials after a second for a wrong one, rate_limited after ten of them.
 */
export async function enter(
  context: PublicContext,
  { body }: Input<Endpoints['enter']>,
): Promise<Reply<undefined>> {
  const began = performance.now();
  const { services } = context;
  const digest = codeDigest(services);
  if (digest === null) {
    throw new AppError('not_configured', 'The internal area is switched off on this installation.');
  }
  // Counted before the comparison, so that a burst gets ten tries and no more; the right code clears the count.
  const network = networkOf(context.address);
  await services.rates.take(perAddress, network);
  const right = isCode(services, body.code, digest);
  const cookie = await record(context, right ? digest : null);
  if (cookie === null) {
    await until(began + refusalMs);
    throw new AppError('invalid_credentials', wrongCode);
  }
  await services.rates.forget(perAddress, network);
  return new Reply(undefined, { headers: { 'set-cookie': cookieText(context, cookie, legacyHours * 3600) } });
}

/** The try in the platform's audit log, never with what was typed; for a right code also the session. */
function record(context: PublicContext, digest: string | null): Promise<string | null> {
  return context.database.asPlatform('a try at the internal area is recorded', async (tx) => {
    const platform = await findPlatform(tx);
    const now = context.services.clock.now();
    const outcome = digest === null ? 'failed' : 'ok';
    const actor = { name: 'Internal access', id: null, about: context };
    await writeAudit(tx.db, platform.id, { action: 'legacy.sign-in', outcome }, actor);
    if (digest === null) return null;
    const token = newToken('hubi', platform.id);
    await tx.db.delete(legacySessions).where(lt(legacySessions.expiresAt, now));
    await tx.db.insert(legacySessions).values({
      id: newId(),
      organizationId: platform.id,
      tokenHash: tokenHash(token),
      codeDigest: digest,
      createdAt: now,
      expiresAt: new Date(now.getTime() + legacyHours * 3_600_000),
    });
    return token;
  });
}

function cookieText({ services }: Pick<Context, 'services'>, value: string, seconds: number): string {
  const secure = services.config.publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${legacyCookie}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`;
}

export function check(): Promise<undefined> {
  return Promise.resolve(undefined);
}

/** Closes the area in this browser: the cookie works no more, its sockets close. */
export async function leave(context: Context): Promise<Reply<undefined>> {
  await context.tx(async (tx) => {
    await tx.db.delete(legacySessions).where(eq(legacySessions.id, context.session.id));
    tx.notify({ kind: 'session', o: tx.organizationId, session: context.session.id });
    await tx.audit({ action: 'legacy.sign-out' });
  });
  return new Reply(undefined, { headers: { 'set-cookie': cookieText(context, '', 0) } });
}

export async function workspace(context: Context): Promise<Output<Endpoints['workspace']>> {
  const [organization] = await context.db
    .select({
      name: organizations.name,
      timezone: organizations.timezone,
      country: organizations.country,
    })
    .from(organizations);
  const [session] = await context.db
    .select({ expiresAt: legacySessions.expiresAt })
    .from(legacySessions)
    .where(eq(legacySessions.id, context.session.id));
  if (!organization || !session) throw notFound('session');
  return { ...organization, openUntil: session.expiresAt.toISOString() };
}
