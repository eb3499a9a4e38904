import { eq } from 'drizzle-orm';
import { platformRules } from '#features/social/platforms.ts';
import type { OrganizationContext } from '#server/context.ts';
import { type PostRow, writePost } from './post-row.ts';
import { afterRefusal, tellPeople, wasUnknown } from './record-outcome.ts';
import { socialDeliveries, socialPosts } from './tables.ts';

/** A try that has not ended by then belongs to a process that died: Instagram's takes 60 s at most. */
export const lostAfterMs = 90_000;

/**
 * Settles a try whose process died: before the post was handed over nothing is out, and it may be tried again; after it
 * nobody knows, and nothing is sent again by itself.
 */
export async function settleLost(context: OrganizationContext, postId: string): Promise<void> {
  const now = context.services.clock.now();
  await context.tx(async (tx) => {
    const [row] = await tx.db
      .select()
      .from(socialPosts)
      .where(eq(socialPosts.id, postId))
      .for('update', { skipLocked: true });
    if (row?.state !== 'sending' || row.claimId === null || !isLost(row, now)) return;
    const [delivery] = await tx.db
      .select()
      .from(socialDeliveries)
      .where(eq(socialDeliveries.id, row.claimId));
    if (!delivery) throw new Error('A claimed post has no delivery.');
    const unknown =
      delivery.handedOverAt !== null ||
      (delivery.cause === 'replay' && (await wasUnknown(tx, { postId: row.id, deliveryId: delivery.id })));
    const name = platformRules[row.platform].name;
    const reason = unknown
      ? 'The hub stopped while the post was on its way, so nobody knows whether it arrived.'
      : 'The hub stopped before the post had left. Nothing was published.';
    await tx.db
      .update(socialDeliveries)
      .set({ outcome: unknown ? 'unknown' : 'refused', reason })
      .where(eq(socialDeliveries.id, delivery.id));
    const after = unknown
      ? { state: 'unknown' as const, failureReason: reason, failureFix: `Look at ${name}` }
      : afterRefusal(row, delivery.cause, { reason, fix: 'Publish it again', retry: true }, now);
    const written = await writePost(tx, row.id, {
      nextTryAt: null,
      ...after,
      claimId: null,
      claimedAt: null,
      updatedAt: now,
    });
    // Whoever pressed is gone by now: all are told, as of a scheduled one.
    await tellPeople(tx, written, 'schedule', now);
  });
}

function isLost({ claimedAt }: PostRow, now: Date): boolean {
  return claimedAt !== null && now.getTime() - claimedAt.getTime() > lostAfterMs;
}
