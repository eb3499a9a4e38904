import { and, desc, eq, gt, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { type Background, type BackgroundContext, repeated } from '#server/background.ts';
import type { OrganizationContext } from '#server/context.ts';
import { type AccountRow, sealedFor } from './channels.ts';
import { socialAccounts, socialConnectAttempts, socialPosts, socialReports } from './tables.ts';
import { checkAccount } from './token-health.ts';

const hourMs = 3_600_000;
const lookMs = 10 * 60_000;
/** Each connection is tried once a day, so that people hear of its end before a post does. */
const checkEveryMs = 24 * hourMs;
/** Figures are read back for posts of the last days, newest first, each so often; the rest keep what was read last. */
const readDays = 30;
const readEveryMs = 6 * hourMs;
const readAtOnce = 50;
const accountsAtOnce = 200;
const questionMs = 10_000;

/** Looks after what is connected: whether it still works, and how posts do on their platforms. */
export function tendAccounts(context: BackgroundContext): Background {
  const words = { everyMs: lookMs, failed: 'connections to platforms could not be looked after' };
  return repeated(context, words, (signal) => tend(context, signal));
}

async function tend(context: BackgroundContext, signal: AbortSignal): Promise<void> {
  const { database, services } = context;
  const now = services.clock.now().getTime();
  const due = await database.asPlatform(
    'connections that nobody looked at for hours are looked for',
    async (tx) => {
      await tx.db
        .delete(socialConnectAttempts)
        .where(lt(socialConnectAttempts.createdAt, new Date(now - hourMs)));
      await tx.db.delete(socialReports).where(lt(socialReports.receivedAt, new Date(now - 7 * 24 * hourMs)));
      return tx.db
        .select()
        .from(socialAccounts)
        .where(or(isNull(socialAccounts.tendedAt), lt(socialAccounts.tendedAt, new Date(now - readEveryMs))))
        .limit(accountsAtOnce);
    },
  );
  for (const account of due) {
    if (signal.aborted) return;
    await tendOne(context.organization(account.organizationId), account, signal);
  }
}

/** One connection's turn; the process that marks it first has it. */
export async function tendOne(
  context: OrganizationContext,
  account: AccountRow,
  signal: AbortSignal,
): Promise<void> {
  const now = context.services.clock.now();
  const [mine] = await context.db
    .update(socialAccounts)
    .set({ tendedAt: now })
    .where(
      and(
        eq(socialAccounts.platform, account.platform),
        account.tendedAt === null
          ? isNull(socialAccounts.tendedAt)
          : eq(socialAccounts.tendedAt, account.tendedAt),
      ),
    )
    .returning();
  if (!mine) return;
  const stale = mine.lastCheckedAt === null || now.getTime() - mine.lastCheckedAt.getTime() >= checkEveryMs;
  const checked = stale ? await checkAccount(context, mine) : mine;
  if (checked && checked.deadReason === null) await readBack(context, checked, signal);
}

/** Engagement as the platform counts it; a post about which it tells nothing keeps 'No data yet'. */
async function readBack(
  context: OrganizationContext,
  account: AccountRow,
  signal: AbortSignal,
): Promise<void> {
  const { services } = context;
  const now = services.clock.now();
  const posts = await context.db
    .select()
    .from(socialPosts)
    .where(
      and(
        eq(socialPosts.platform, account.platform),
        eq(socialPosts.group, 'published'),
        isNotNull(socialPosts.externalId),
        gt(socialPosts.publishedAt, new Date(now.getTime() - readDays * 24 * hourMs)),
      ),
    )
    .orderBy(desc(socialPosts.createdAt))
    .limit(readAtOnce);
  const accessToken = services.seal.open(account.token, sealedFor.token);
  for (const { id, externalId } of posts) {
    if (signal.aborted || externalId === null) return;
    const figures = await services.social.readEngagement(
      account.platform,
      { id: account.accountId, accessToken },
      externalId,
      AbortSignal.any([signal, AbortSignal.timeout(questionMs)]),
    );
    if (!figures) continue;
    await context.db
      .update(socialPosts)
      .set({ engagement: { ...figures, source: 'platform' }, engagementAt: services.clock.now() })
      .where(eq(socialPosts.id, id));
  }
}
