import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { nextSlot } from '#features/social/next-slot.ts';
import { type Platform, platformRules } from '#features/social/platforms.ts';
import { furthestYears } from '#features/social/post-state.ts';
import type { Context, OrganizationContext, Tx } from '#server/context.ts';
import { AppError } from '#shared/errors.ts';
import type { Channels } from './channels.ts';
import { socialPosts } from './tables.ts';

/** A time for a post: an instant, its platform's next free slot, or none. */
export type WantedTime = Date | 'next_slot' | null;

/** @throws AppError 400 for a time that has passed or lies further ahead than posts are scheduled */
export function wantedTime(given: string | null, now: Date): Date | null {
  if (given === null) return null;
  const at = new Date(given);
  const furthest = new Date(now);
  furthest.setUTCFullYear(furthest.getUTCFullYear() + furthestYears);
  const fault =
    at <= now
      ? 'This time has passed. Choose a later one.'
      : at > furthest
        ? `Choose a time within the next ${furthestYears} years.`
        : null;
  if (fault) throw new AppError('invalid', fault, { issues: [{ path: 'scheduledFor', message: fault }] });
  return at;
}

/**
 * The instant that is meant, as things are now.
 * @throws AppError conflict when the platform's queue has no slots
 */
export async function plannedTime(
  context: Pick<Context, 'db' | 'services' | 'session'>,
  { settings }: Channels,
  platform: Platform,
  wanted: WantedTime,
): Promise<Date | null> {
  if (wanted !== 'next_slot') return wanted;
  const now = context.services.clock.now();
  const slots = settings?.slots[platform] ?? [];
  const at = nextSlot(slots, context.session.timezone, now, await takenSlots(context, platform, now));
  if (at) return at;
  throw new AppError(
    'conflict',
    slots.length === 0
      ? `The queue for ${platformRules[platform].name} has no slots yet. An admin can add some in Admin, Integrations.`
      : `Every slot of the queue for ${platformRules[platform].name} is taken for a year. Choose a time instead.`,
  );
}

/** Instants, in milliseconds, for which posts of a platform are scheduled. */
export async function takenSlots(
  { db }: Pick<OrganizationContext, 'db'>,
  platform: Platform,
  now: Date,
): Promise<Set<number>> {
  const rows = await db
    .select({ at: socialPosts.scheduledFor })
    .from(socialPosts)
    .where(
      and(
        eq(socialPosts.platform, platform),
        eq(socialPosts.group, 'scheduled'),
        gt(socialPosts.scheduledFor, now),
      ),
    );
  return new Set(rows.flatMap(({ at }) => at?.getTime() ?? []));
}

/** One at a time gives out slots of an organization's queues, so that no two posts get the same. */
export async function lockQueue(tx: Tx): Promise<void> {
  await tx.db.execute(
    sql`select pg_advisory_xact_lock(hashtext('social-queue'), hashtext(${tx.organizationId}))`,
  );
}

/** Whether a slot that was free when it was looked up has been given away since. Under `lockQueue`. */
export async function slotGone(tx: Tx, platform: Platform, at: Date): Promise<boolean> {
  const [taken] = await tx.db
    .select({ id: socialPosts.id })
    .from(socialPosts)
    .where(
      and(
        eq(socialPosts.platform, platform),
        inArray(socialPosts.state, ['scheduled', 'sending']),
        eq(socialPosts.scheduledFor, at),
      ),
    )
    .limit(1);
  return taken !== undefined;
}
