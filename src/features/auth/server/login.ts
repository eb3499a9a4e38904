import { and, eq, sql } from 'drizzle-orm';
import { type authApi, loginFailureLimits } from '#features/auth/contract.ts';
import { organizations, users } from '#features/organization/server/tables.ts';
import type { PublicContext } from '#server/context.ts';
import type { Queries, Transaction } from '#server/db/database.ts';
import { statement } from '#server/db/statement.ts';
import { auditLog } from '#server/db/tables.ts';
import { networkOf } from '#server/http/network-of.ts';
import type { Limit } from '#server/http/rate-counter.ts';
import { newId, newToken, tokenHash } from '#server/ids.ts';
import { auditRow, writeAudit } from '#server/organization-context.ts';
import { Turns } from '#server/turns.ts';
import { until } from '#server/until.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { slugPattern } from '#shared/text.ts';
import { askSecondFactor, isConfirmed, withFactorLimit } from './second-factor.ts';
import { secondFactors, signInRules } from './tables.ts';

type Login = (typeof authApi)['endpoints']['login'];

/** Accounts of one email that a sign-in tries at most, over all organizations (contract section 4). */
const candidateLimit = 5;
/** Every refused sign-in takes at least this long, so that its time tells nothing (milliseconds). */
const refusalFloorMs = 150;

const perAccount: Limit = {
  name: 'login-account',
  calls: loginFailureLimits.account,
  seconds: loginFailureLimits.seconds,
};
const perAddress: Limit = {
  name: 'login-address',
  calls: loginFailureLimits.address,
  seconds: loginFailureLimits.seconds,
};

/** Tries at one account go one by one: of a burst, each is judged after the failures before it were counted. */
const tries = new Turns();

/** Signs in by email and password. The organization is a hint; the password decides. */
export async function login(context: PublicContext, { body }: Input<Login>): Promise<Output<Login>> {
  const began = performance.now();
  const account = body.email.toLowerCase();
  const matching = await tries.take(account, () => tryAccount(context, account, body));
  if (matching.length === 0) {
    await recordFailure(context, account);
    await until(began + refusalFloorMs);
    throw refused();
  }
  const usable = matching.filter((one) => one.isActive);
  if (usable.length === 0) {
    throw new AppError(
      'account_deactivated',
      'Your account has been deactivated. Contact your administrator.',
    );
  }
  const [chosen, ...others] = usable;
  if (!chosen || others.length > 0) {
    throw new AppError('choose_organization', 'This email belongs to several organizations. Choose one.', {
      details: {
        organizations: usable.map(({ organizationName, slug }) => ({ name: organizationName, slug })),
      },
    });
  }
  if (chosen.sealedKey !== null)
    await takeFactor(context, { ...chosen, sealedKey: chosen.sealedKey }, body.totp);
  return signIn(context, chosen);
}

/** The second factor of an account that has one; a wrong code is an event of its organization. */
async function takeFactor(
  context: PublicContext,
  account: Account & { sealedKey: string },
  given: string | undefined,
): Promise<void> {
  if (given === undefined || given.trim() === '')
    throw new AppError('totp_required', 'Enter the code from your authenticator app, or a recovery code.');
  const { services, database } = context;
  const { organizationId, userId, email } = account;
  const record = (tx: Transaction, action: string, outcome: 'ok' | 'failed') =>
    writeAudit(tx.db, organizationId, { action, outcome }, { name: email, id: userId, about: context });
  await withFactorLimit(services, userId, async () => {
    const own = database.forOrganization(organizationId);
    try {
      await own.tx(async (tx) => {
        const used = await askSecondFactor(services, tx, account, given);
        if (used === 'recovery') await record(tx, 'recovery-code.used', 'ok');
      });
    } catch (error) {
      if (error instanceof AppError) await own.tx((tx) => record(tx, 'second-factor', 'failed'));
      throw error;
    }
  });
}

function refused(): AppError {
  return new AppError('invalid_credentials', 'Invalid email or password');
}

/** The accounts whose password is right; a failure is counted before the next try begins. */
async function tryAccount(
  context: PublicContext,
  account: string,
  { password, organizationSlug }: Input<Login>['body'],
): Promise<Account[]> {
  const { rates } = context.services;
  const network = networkOf(context.address);
  const failedBefore = await rates.check([
    { limit: perAddress, who: network },
    { limit: perAccount, who: account },
  ]);
  const { matching, alone } = await matchingAccounts(context, account, password, {
    slug: hintOf(organizationSlug),
    host: context.host,
  });
  if (matching.length === 0) {
    await Promise.all([count(context, perAddress, network), count(context, perAccount, account)]);
  }
  // Only where the email has one account: anyone can give a stranger's email an account in an organization of their
  // own, and signing in there must not wipe out the failures at the stranger's.
  if (matching.length > 0 && failedBefore && alone) await rates.forget(perAccount, account);
  return matching;
}

/** A slug that cannot be one counts as none. */
function hintOf(slug: string | undefined): string | null {
  if (slug === undefined || slug.length > 63) return null;
  return slugPattern.test(slug) || slug === 'saas_platform_org' ? slug : null;
}

type Account = Awaited<ReturnType<typeof accountsOf>>[number];

/** Which organization is probably meant (contract section 4). */
interface Hint {
  slug: string | null;
  /** Of the page: an organization's own domain means that one. */
  host: string;
}

/** The hinted organization's first, then the oldest: who signs up later with somebody's email does not push them out. */
function accountsOf(db: Queries, account: string, hint: Hint) {
  return db
    .select({
      organizationId: users.organizationId,
      userId: users.id,
      role: users.role,
      isActive: users.isActive,
      passwordHash: users.passwordHash,
      mustChange: users.mustChangePassword,
      temporaryUntil: users.temporaryUntil,
      organizationName: organizations.name,
      slug: organizations.slug,
      domain: organizations.domain,
      email: users.email,
      sealedKey: secondFactors.sealedKey,
      requireTotp: signInRules.requireTotp,
    })
    .from(users)
    .innerJoin(organizations, eq(organizations.id, users.organizationId))
    .leftJoin(
      secondFactors,
      and(
        eq(secondFactors.organizationId, users.organizationId),
        eq(secondFactors.userId, users.id),
        isConfirmed,
      ),
    )
    .leftJoin(signInRules, eq(signInRules.organizationId, users.organizationId))
    .where(eq(users.emailKey, account))
    .orderBy(
      sql`(${organizations.domain} = ${hint.host}::text) desc nulls last`,
      sql`(${organizations.slug} = ${hint.slug}::text) desc nulls last`,
      users.id,
    )
    .limit(candidateLimit);
}

/** The accounts whose password is right: the hinted organization's alone if it has the user, else of all. */
async function matchingAccounts(
  context: PublicContext,
  account: string,
  password: string,
  hint: Hint,
): Promise<{ matching: Account[]; alone: boolean }> {
  const { passwords, clock } = context.services;
  const found = await accountsOf(
    context.database.readAsPlatform('sign-in looks an email up in all organizations'),
    account,
    hint,
  );
  const alone = found.length === 1;
  const byDomain = found.filter((one) => one.domain === hint.host);
  const hinted = byDomain.length > 0 ? byDomain : found.filter((one) => one.slug === hint.slug);
  const candidates = hinted.length > 0 ? hinted : found;
  if (candidates.length === 0) {
    await passwords.verifyNobody(password);
    return { matching: [], alone };
  }
  const matching: Account[] = [];
  for (const candidate of candidates) {
    const right = await passwords.verify(candidate.passwordHash, password);
    const expired = candidate.temporaryUntil !== null && candidate.temporaryUntil <= clock.now();
    if (right && !expired) matching.push(candidate);
  }
  return { matching, alone };
}

/**
 * The session, the time of the sign-in and its audit row in one statement: half of a sign-in's own cost is round trips.
 * Only while the account is as it was when the password was compared: one that was changed or deactivated meanwhile has
 * ended its sessions, and this one would have come after.
 */
const recordSignIn = statement(
  'auth.sign-in',
  `with seen as (
     update users set last_login_at = $5
     where organization_id = $1 and id = $2 and is_active and password_hash = $11 returning id
   ), logged as (
     insert into audit_log (organization_id, id, at, action, outcome, actor, actor_id, address, request_id)
     select $1, $8::uuid, $5, 'login', 'ok', $9, $2::text, $6, $10 from seen
   )
   insert into sessions (organization_id, id, user_id, token_hash, created_at, last_seen_at, address, user_agent)
   select $1, $3::uuid, $2, $4, $5, $5, $6, $7 from seen returning id`,
);

async function signIn(context: PublicContext, account: Account): Promise<Output<Login>> {
  const { organizationId, userId } = account;
  const token = newToken('hub', organizationId);
  const recorded = await context.database
    .forOrganization(organizationId)
    .run(recordSignIn, [
      userId,
      newId(),
      tokenHash(token),
      context.services.clock.now(),
      context.address,
      context.userAgent,
      newId(),
      account.email,
      context.requestId,
      account.passwordHash,
    ]);
  if (recorded.length === 0) throw refused();
  return {
    token,
    organization: { id: organizationId, name: account.organizationName, slug: account.slug },
    user: { id: userId, role: account.role },
    mustChangeCredentials: account.mustChange || (account.requireTotp === true && account.sealedKey === null),
  };
}

/** Counts a failure; having reached the limit just now is reported at the next try, not at this one. */
async function count(context: PublicContext, limit: Limit, who: string): Promise<void> {
  try {
    await context.services.rates.take(limit, who);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

/** A wrong password is an event of each organization that has this email; an unknown email belongs to nobody. */
async function recordFailure(context: PublicContext, account: string): Promise<void> {
  await context.database.asPlatform('a failed sign-in is recorded where the account lives', async (tx) => {
    const found = await tx.db
      .select({ organizationId: users.organizationId, id: users.id })
      .from(users)
      .where(and(eq(users.emailKey, account)))
      .limit(candidateLimit);
    if (found.length === 0) return;
    await tx.db.insert(auditLog).values(
      found.map(({ organizationId, id }) => ({
        ...auditRow({ action: 'login', outcome: 'failed' }, { name: account, id, about: context }),
        organizationId,
      })),
    );
  });
}
