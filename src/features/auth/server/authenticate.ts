import { and, eq, gt, sql } from 'drizzle-orm';
import { standingOf } from '#features/billing/server/public.ts';
import { subscriptionModules, subscriptions } from '#features/billing/server/tables.ts';
import { apiKeys, organizations, sessions, users } from '#features/organization/server/tables.ts';
import type { Clock } from '#server/clock.ts';
import type { Session } from '#server/context.ts';
import type { Database, Notice } from '#server/db/database.ts';
import type { NoticeListener } from '#server/db/notifications.ts';
import type { Authenticator } from '#server/hub.ts';
import { organizationOf, tokenHash } from '#server/ids.ts';
import type { ModuleType } from '#shared/modules.ts';
import { hasFactor, isFactorRequired } from './second-factor.ts';

/** Idle days after which a session ends (contract section 4). */
export const idleDays = 30;
/** How long a found session is believed without a notice, milliseconds: a second net under the notices. */
const cacheMs = 60_000;
const cacheLimit = 20_000;
/** A session's last use is written at most this often, milliseconds. */
const touchMs = 5 * 60_000;
/** A look-up during which something was revoked is repeated at most so often. */
const looksAgain = 3;

interface Cached {
  session: Session | null;
  until: number;
  touchedAt: number;
  organizationId: string;
}

/**
 * Finds sessions and API keys. Found ones are kept in memory and dropped by the notices that every change of a
 * session, user, key, subscription or organization sends on commit, in all processes; when notices may have been
 * missed, everything is dropped.
 */
export class TokenAuthenticator implements Authenticator {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #report: (error: unknown) => void;
  readonly #cache = new Map<string, Cached>();
  /** Counts drops, so that a look-up that began before one does not put an old answer into the cache. */
  #drops = 0;
  /** Look-ups under way: after a restart all clients of a session come at once, and one look serves them all. */
  readonly #looking = new Map<string, { drops: number; found: Promise<Session | null> }>();
  readonly #listening: () => boolean;

  constructor(options: {
    database: Database;
    listener: NoticeListener;
    clock: Clock;
    report: (error: unknown) => void;
  }) {
    this.#database = options.database;
    this.#clock = options.clock;
    this.#report = options.report;
    this.#listening = () => options.listener.connected;
    options.listener.onNotice((notice) => this.#onNotice(notice));
    options.listener.onGap(() => this.#dropAll());
  }

  find(token: string): Promise<Session | null> {
    return this.#find(token, looksAgain);
  }

  async #find(token: string, again: number): Promise<Session | null> {
    const hash = tokenHash(token);
    const now = performance.now();
    const known = this.#cache.get(hash);
    if (known && known.until > now) {
      if (known.session?.kind === 'user' && now - known.touchedAt > touchMs) this.#touch(known, now);
      return known.session;
    }
    const drops = this.#drops;
    const underWay = this.#looking.get(hash);
    // One that began before the latest drop may have read what was revoked since.
    if (underWay?.drops === drops) return underWay.found;
    const look = { drops, found: this.#look(token, hash) };
    this.#looking.set(hash, look);
    try {
      const found = await look.found;
      // Revoked while this looked, perhaps: a socket that opened on this answer would never hear of it.
      if (found && drops !== this.#drops && again > 0) return await this.#find(token, again - 1);
      if (found && drops === this.#drops && this.#listening()) this.#keep(hash, found, now);
      return found;
    } finally {
      if (this.#looking.get(hash) === look) this.#looking.delete(hash);
    }
  }

  async #look(token: string, hash: string): Promise<Session | null> {
    const byKey = organizationOf(token, 'hubk');
    if (byKey) return this.#apiKey(byKey, hash);
    const bySession = organizationOf(token, 'hub');
    return bySession ? this.#userSession(bySession, hash) : null;
  }

  async #userSession(organizationId: string, hash: string): Promise<Session | null> {
    const row = await this.#database.forOrganization(organizationId).tx(async (tx) => {
      const alive = gt(sessions.lastSeenAt, sql`now() - make_interval(days => ${idleDays})`);
      const [found] = await tx.db
        .update(sessions)
        .set({ lastSeenAt: sql`now()` })
        .where(and(eq(sessions.tokenHash, hash), alive))
        .returning({ id: sessions.id, userId: sessions.userId });
      if (!found) return null;
      const [user] = await tx.db.select().from(users).where(eq(users.id, found.userId));
      if (!user?.isActive) return null;
      const mustSetUpTotp = await lacksFactor(tx.db, user.id);
      return { ...found, user, mustSetUpTotp, tenant: await tenantOf(tx.db) };
    });
    if (!row?.tenant) return null;
    const { user } = row;
    return {
      kind: 'user',
      id: row.id,
      organizationId,
      userId: row.userId,
      actor: `${user.firstName} ${user.lastName}`,
      role: user.role,
      scopes: null,
      mustChangePassword: user.mustChangePassword,
      mustSetUpTotp: row.mustSetUpTotp,
      ...row.tenant,
    };
  }

  async #apiKey(organizationId: string, hash: string): Promise<Session | null> {
    const row = await this.#database.forOrganization(organizationId).tx(async (tx) => {
      const [key] = await tx.db
        .update(apiKeys)
        .set({ lastUsedAt: sql`now()` })
        .where(
          and(eq(apiKeys.keyHash, hash), sql`(${apiKeys.expiresAt} is null or ${apiKeys.expiresAt} > now())`),
        )
        .returning();
      return key ? { key, tenant: await tenantOf(tx.db) } : null;
    });
    if (!row?.tenant) return null;
    return {
      kind: 'api_key',
      id: row.key.id,
      organizationId,
      userId: null,
      actor: `API key ${row.key.name}`,
      role: 'user',
      scopes: row.key.scopes,
      mustChangePassword: false,
      mustSetUpTotp: false,
      ...row.tenant,
    };
  }

  #keep(hash: string, session: Session, now: number): void {
    if (this.#cache.size >= cacheLimit) this.#cache.clear();
    this.#cache.set(hash, {
      session,
      until: now + cacheMs,
      touchedAt: now,
      organizationId: session.organizationId,
    });
  }

  #touch(cached: Cached, now: number): void {
    cached.touchedAt = now;
    const { session } = cached;
    if (!session) return;
    this.#database
      .forOrganization(session.organizationId)
      .db.update(sessions)
      .set({ lastSeenAt: this.#clock.now() })
      .where(eq(sessions.id, session.id))
      .then(undefined, this.#report);
  }

  #onNotice(notice: Notice): void {
    if (notice.kind !== 'session' && notice.kind !== 'organization') return;
    this.#drops += 1;
    for (const [hash, cached] of this.#cache)
      if (cached.organizationId === notice.o) this.#cache.delete(hash);
  }

  #dropAll(): void {
    this.#drops += 1;
    this.#cache.clear();
  }
}

type Reader = Parameters<Parameters<ReturnType<Database['forOrganization']>['tx']>[0]>[0]['db'];

/** Whether the organization requires a second factor that this person has not set up. */
async function lacksFactor(db: Reader, userId: string): Promise<boolean> {
  return (await isFactorRequired(db)) && !(await hasFactor(db, userId));
}

/** What of a session belongs to its organization; null when that does not exist. */
export async function tenantOf(db: Reader) {
  const [organization] = await db
    .select({ isPlatform: organizations.isPlatform, timezone: organizations.timezone })
    .from(organizations);
  if (!organization) return null;
  const [subscription] = await db
    .select({
      status: subscriptions.status,
      trialEndsAt: subscriptions.trialEndsAt,
      paymentExpectedUntil: subscriptions.paymentExpectedUntil,
      endsAt: subscriptions.endsAt,
    })
    .from(subscriptions);
  const active = await db.select().from(subscriptionModules).where(eq(subscriptionModules.isActive, true));
  const modules = new Map<ModuleType, number | null>(
    active.map((row) => [row.moduleType, row.endsAt?.getTime() ?? null]),
  );
  return {
    isPlatform: organization.isPlatform,
    timezone: organization.timezone,
    subscription: standingOf(subscription),
    modules,
  };
}
