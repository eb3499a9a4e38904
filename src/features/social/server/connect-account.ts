import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import type { PublishMode } from '#features/social/contract.ts';
import { type Platform, platformRules } from '#features/social/platforms.ts';
import type { SocialIntegration, socialIntegrationApi } from '#features/social/settings-contract.ts';
import type { Context, Tx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import type { OfferedAccount, PlatformToken } from '#server/integrations/social/provider.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { sealedFor } from './channels.ts';
import { readIntegration, signInOf } from './integration.ts';
import { usualSettings } from './settings.ts';
import { socialAccounts, socialConnectAttempts, socialSettings } from './tables.ts';

type Endpoints = (typeof socialIntegrationApi)['endpoints'];

/** How long somebody may be away at the platform. */
const attemptMs = 3_600_000;
const questionMs = 20_000;

/** Where the platform sends the browser back to; it is registered there by the operator. */
function redirectUri({ services }: Context): string {
  return `${services.config.publicUrl}/tenant/social/connected`;
}

function hashOf(state: string): string {
  return createHash('sha256').update(state).digest('base64url');
}

function person({ session }: Context): string {
  if (session.userId === null)
    throw new AppError('forbidden', 'Accounts are connected by people, not by API keys.');
  return session.userId;
}

/** Begins a sign-in at a platform (RFC 6749 section 4.1): state for this person alone, a verifier where the platform takes one. */
export async function connectAccount(
  context: Context,
  { body }: Input<Endpoints['connect']>,
): Promise<{ url: string }> {
  const signIn = signInOf(context, body.platform);
  if (!signIn) {
    const { name } = platformRules[body.platform];
    throw new AppError(
      'not_configured',
      `${name} cannot be connected: the operator of this hub has not registered it there yet.`,
    );
  }
  const state = randomBytes(32).toString('base64url');
  const verifier = signIn.pkce ? randomBytes(32).toString('base64url') : null;
  await context.db.insert(socialConnectAttempts).values({
    id: newId(),
    platform: body.platform,
    userId: person(context),
    stateHash: hashOf(state),
    verifier: verifier === null ? null : context.services.seal.seal(verifier, sealedFor.attempt),
    createdAt: context.services.clock.now(),
  });
  const url = signIn.authorizeUrl({
    state,
    redirectUri: redirectUri(context),
    ...(verifier === null
      ? {}
      : { codeChallenge: createHash('sha256').update(verifier).digest('base64url') }),
  });
  return { url };
}

const offer = z.object({
  token: z.object({
    expiresAt: z.coerce.date().nullable(),
    refreshToken: z.string().nullable(),
    refreshExpiresAt: z.coerce.date().nullable(),
  }),
  accounts: z.array(z.object({ id: z.string(), name: z.string(), accessToken: z.string() })),
});

/**
 * What the platform sent the browser back with. A state is good once, for an hour, for who began.
 * @throws AppError conflict for a state that is not; upstream_failed with the platform's reason
 */
export async function finishConnect(
  context: Context,
  { body }: Input<Endpoints['finishConnect']>,
): Promise<Output<Endpoints['finishConnect']>> {
  const { services } = context;
  const used = `used:${newId()}`;
  const [attempt] = await context.db
    .update(socialConnectAttempts)
    .set({ stateHash: used })
    .where(
      and(
        eq(socialConnectAttempts.stateHash, hashOf(body.state)),
        eq(socialConnectAttempts.userId, person(context)),
        gt(socialConnectAttempts.createdAt, new Date(services.clock.now().getTime() - attemptMs)),
      ),
    )
    .returning();
  const signIn = attempt && signInOf(context, attempt.platform);
  if (!attempt || !signIn)
    throw new AppError(
      'conflict',
      'This sign-in was used already, took too long, or was begun by somebody else. Connect again.',
    );
  const { accounts, token } = await askAccounts(context, attempt, signIn, body.code);
  const mine = accounts.filter((one) => one.platform === attempt.platform);
  if (mine.length === 0) {
    const { name } = platformRules[attempt.platform];
    throw new AppError(
      'conflict',
      `${name} named no page or account that you may publish to. Sign in with somebody who manages it, and allow all that is asked for.`,
    );
  }
  const sealed = services.seal.seal(JSON.stringify({ token, accounts: mine }), sealedFor.attempt);
  await context.db
    .update(socialConnectAttempts)
    .set({ offered: sealed })
    .where(eq(socialConnectAttempts.id, attempt.id));
  return {
    attemptId: attempt.id,
    platform: attempt.platform,
    accounts: mine.slice(0, 100).map(({ id, name }) => ({ id, name: name.slice(0, 300) })),
  };
}

async function askAccounts(
  context: Context,
  attempt: typeof socialConnectAttempts.$inferSelect,
  signIn: NonNullable<ReturnType<typeof signInOf>>,
  code: string,
): Promise<{ accounts: OfferedAccount[]; token: PlatformToken }> {
  const signal = AbortSignal.timeout(questionMs);
  const codeVerifier =
    attempt.verifier === null ? undefined : context.services.seal.open(attempt.verifier, sealedFor.attempt);
  const exchanged = await signIn.exchangeCode(
    { code, redirectUri: redirectUri(context), ...(codeVerifier === undefined ? {} : { codeVerifier }) },
    signal,
  );
  const lasting = exchanged.ok ? await signIn.longLivedToken(exchanged.value, signal) : exchanged;
  if (!lasting.ok) throw new AppError('upstream_failed', `${lasting.fault.reason} ${lasting.fault.fix}`);
  const accounts = await signIn.listAccounts(lasting.value, signal);
  if (!accounts.ok) throw new AppError('upstream_failed', `${accounts.fault.reason} ${accounts.fault.fix}`);
  return { accounts: accounts.value, token: lasting.value };
}

/** Keeps the account that was chosen; its platform's posts leave directly from now on. @throws AppError not_found, conflict */
export async function chooseAccount(
  context: Context,
  { body }: Input<Endpoints['chooseAccount']>,
): Promise<SocialIntegration> {
  const { services, session } = context;
  await context.tx(async (tx) => {
    const [attempt] = await tx.db
      .delete(socialConnectAttempts)
      .where(
        and(eq(socialConnectAttempts.id, body.attemptId), eq(socialConnectAttempts.userId, person(context))),
      )
      .returning();
    if (!attempt?.offered) throw notFound('sign-in');
    const { accounts, token } = offer.parse(
      JSON.parse(services.seal.open(attempt.offered, sealedFor.attempt)),
    );
    const chosen = accounts.find(({ id }) => id === body.account);
    if (!chosen)
      throw new AppError('invalid', 'The platform did not name this account. Choose one of the list.');
    const now = services.clock.now();
    const values = {
      accountId: chosen.id,
      name: chosen.name.slice(0, 300),
      token: services.seal.seal(chosen.accessToken, sealedFor.token),
      refreshToken:
        token.refreshToken === null ? null : services.seal.seal(token.refreshToken, sealedFor.refresh),
      expiresAt: token.expiresAt,
      refreshExpiresAt: token.refreshExpiresAt,
      deadReason: null,
      lastError: null,
      lastCheckedAt: now,
      tendedAt: null,
      warnedDays: null,
      connectedAt: now,
      connectedBy: session.actor,
    };
    await tx.db
      .insert(socialAccounts)
      .values({ platform: attempt.platform, ...values })
      .onConflictDoUpdate({ target: [socialAccounts.organizationId, socialAccounts.platform], set: values });
    await setMode(tx, attempt.platform, 'direct', now);
    await tx.audit({
      action: 'social-account.connected',
      details: { platform: platformRules[attempt.platform].name, account: values.name },
    });
  });
  return readIntegration(context);
}

/** How a platform's posts leave; null = as the organization set for all. */
async function setMode(tx: Tx, platform: Platform, mode: PublishMode | null, now: Date): Promise<void> {
  const [before] = await tx.db.select().from(socialSettings).for('update');
  const { [platform]: _, ...others } = before?.platformModes ?? {};
  const values = { platformModes: mode === null ? others : { ...others, [platform]: mode }, updatedAt: now };
  await tx.db
    .insert(socialSettings)
    .values({ ...usualSettings, ...values })
    .onConflictDoUpdate({ target: socialSettings.organizationId, set: values });
}

/** Forgets an account and its tokens; its platform's posts leave as the organization set for all. @throws AppError not_found */
export async function disconnectAccount(
  context: Context,
  { params }: Input<Endpoints['disconnect']>,
): Promise<undefined> {
  await context.tx(async (tx) => {
    const [gone] = await tx.db
      .delete(socialAccounts)
      .where(eq(socialAccounts.platform, params.platform))
      .returning({ name: socialAccounts.name });
    if (!gone) throw notFound('account');
    await setMode(tx, params.platform, null, context.services.clock.now());
    await tx.audit({
      action: 'social-account.disconnected',
      details: { platform: platformRules[params.platform].name, account: gone.name },
    });
  });
  return undefined;
}
