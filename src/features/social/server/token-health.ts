import { and, eq } from 'drizzle-orm';
import { notify } from '#features/notifications/server/public.ts';
import { platformRules } from '#features/social/platforms.ts';
import type { OrganizationContext, Tx } from '#server/context.ts';
import type { PlatformSignIn, TokenHealth } from '#server/integrations/social/provider.ts';
import { type AccountRow, accountOut, sealedFor, warningDays } from './channels.ts';
import { socialAccounts } from './tables.ts';

const dayMs = 86_400_000;
/** One question to a platform, milliseconds. */
const questionMs = 15_000;

type Columns = Partial<typeof socialAccounts.$inferInsert>;

/**
 * Asks the platform whether a connection works, takes a fresh token where it gives one without asking anyone, and tells
 * people 14, 7 and 2 days before the end and when it is over.
 * @returns the connection as it is now, or null when somebody removed or replaced it meanwhile
 */
export async function checkAccount(
  context: OrganizationContext,
  account: AccountRow,
): Promise<AccountRow | null> {
  const { services } = context;
  const { linkedin, meta } = services.social.signIn;
  const signIn = account.platform === 'linkedin' ? linkedin : meta;
  const found: Columns = signIn
    ? await askPlatform(context, signIn, account)
    : { lastError: `This hub has no application at ${platformRules[account.platform].name} any more.` };
  const now = services.clock.now();
  return context.tx(async (tx) => {
    const [after] = await tx.db
      .update(socialAccounts)
      .set({ ...found, lastCheckedAt: now })
      .where(and(eq(socialAccounts.platform, account.platform), eq(socialAccounts.token, account.token)))
      .returning();
    if (!after) return null;
    await warn(tx, after, now);
    return after;
  });
}

async function askPlatform(
  context: OrganizationContext,
  signIn: PlatformSignIn,
  account: AccountRow,
): Promise<Columns> {
  const { seal, clock } = context.services;
  const fresh = await refreshed(context, signIn, account);
  const accessToken = fresh?.accessToken ?? seal.open(account.token, sealedFor.token);
  const health = await signIn.probe(account.platform, accessToken, AbortSignal.timeout(questionMs));
  const renewed: Columns = fresh
    ? {
        token: seal.seal(fresh.accessToken, sealedFor.token),
        expiresAt: fresh.expiresAt,
        ...(fresh.refreshToken === null
          ? {}
          : {
              refreshToken: seal.seal(fresh.refreshToken, sealedFor.refresh),
              refreshExpiresAt: fresh.refreshExpiresAt,
            }),
        warnedDays: null,
      }
    : {};
  return { ...renewed, ...healthColumns(account, health, clock.now()) };
}

/** A fresh token for one that ends within the days of the first warning; null when there is no such way, or it is not needed. */
async function refreshed(
  { services }: OrganizationContext,
  signIn: PlatformSignIn,
  { token, refreshToken, expiresAt, refreshExpiresAt }: AccountRow,
) {
  const soon = services.clock.now().getTime() + warningDays[0] * dayMs;
  if (refreshToken === null || expiresAt === null || expiresAt.getTime() > soon) return null;
  const answer = await signIn.refresh(
    {
      accessToken: services.seal.open(token, sealedFor.token),
      expiresAt,
      refreshToken: services.seal.open(refreshToken, sealedFor.refresh),
      refreshExpiresAt,
    },
    AbortSignal.timeout(questionMs),
  );
  return answer?.ok ? answer.value : null;
}

function healthColumns(account: AccountRow, health: TokenHealth, now: Date): Columns {
  if (health.state === 'dead') return { deadReason: health.fault.reason, lastError: null };
  if (health.state === 'unclear') return { lastError: health.fault.reason };
  return {
    deadReason: null,
    lastError: null,
    // Some platforms tell the end only when asked about the token.
    ...(health.expiresAt !== null && account.expiresAt === null && health.expiresAt > now
      ? { expiresAt: health.expiresAt }
      : {}),
  };
}

async function warn(tx: Tx, account: AccountRow, now: Date): Promise<void> {
  const { name } = platformRules[account.platform];
  const about = { kind: 'social_account' as const, userId: null, threadId: null, title: `Reconnect ${name}` };
  if (account.deadReason !== null) {
    const key = `social-account:${account.platform}:dead:${account.connectedAt.getTime()}`;
    return notify(tx, { ...about, text: account.deadReason, key }, now);
  }
  const ends = accountOut(account, now).expiresAt;
  if (ends === null) return;
  const days = Math.ceil((Date.parse(ends) - now.getTime()) / dayMs);
  const reached = warningDays.findLast((limit) => days <= limit);
  if (reached === undefined || (account.warnedDays !== null && account.warnedDays <= reached)) return;
  await tx.db
    .update(socialAccounts)
    .set({ warnedDays: reached })
    .where(eq(socialAccounts.platform, account.platform));
  await notify(
    tx,
    {
      ...about,
      text: `The connection to ${account.name} on ${name} ends in ${days} ${days === 1 ? 'day' : 'days'}. Reconnect it in Admin, Integrations, and posts go on leaving.`,
      key: `social-account:${account.platform}:${reached}:${ends}`,
    },
    now,
  );
}
