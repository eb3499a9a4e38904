import { and, eq } from 'drizzle-orm';
import { driveThumbnail } from '#features/images/location-picture.ts';
import { loadPicture, publicPictureUrl } from '#features/images/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import type { PublishMode } from '#features/social/contract.ts';
import type { OrganizationContext, Tx } from '#server/context.ts';
import { loggable } from '#server/http/errors.ts';
import { newId } from '#server/ids.ts';
import type { Delivery, PostImage } from '#server/integrations/social/provider.ts';
import { type Channels, targetOf } from './channels.ts';
import { type PostRow, writePost } from './post-row.ts';
import { type Cause, recordOutcome, type Try } from './record-outcome.ts';
import { socialDeliveries } from './tables.ts';

/** The name of a post's one event: the same for every try, so that the other side knows a repeat. */
export function eventIdOf({ id, eventNumber }: PostRow): string {
  return eventNumber === 1 ? `msg_${id}` : `msg_${id}_${eventNumber}`;
}

/** Begins a try on a locked post: written before anything leaves, so that nothing leaves twice. */
export async function beginTry(
  tx: Tx,
  row: PostRow,
  about: { mode: PublishMode; cause: Cause; actor: string | null },
  now: Date,
): Promise<{ row: PostRow; about: Try }> {
  const deliveryId = newId();
  await tx.db.insert(socialDeliveries).values({
    id: deliveryId,
    postId: row.id,
    eventId: eventIdOf(row),
    ...about,
    outcome: 'pending',
    startedAt: now,
  });
  const claimed = await writePost(tx, row.id, {
    state: 'sending',
    claimId: deliveryId,
    claimedAt: now,
    updatedAt: now,
  });
  return { row: claimed, about: { deliveryId, postId: row.id, mode: about.mode, cause: about.cause } };
}

/**
 * Sends a claimed post and writes what came of it. Outside any transaction; never rejects for what the other side does.
 */
export async function sendPost(
  context: OrganizationContext,
  row: PostRow,
  about: Try,
  channels: Channels,
  signal: AbortSignal,
): Promise<{ row: PostRow; delivery: Delivery }> {
  const [organization] = await context.db
    .select({ name: organizations.name, timezone: organizations.timezone })
    .from(organizations)
    .where(eq(organizations.id, context.organizationId));
  const delivery = await hand(
    context,
    row,
    about,
    { channels, organization: organization?.name ?? '' },
    signal,
  );
  const after = await recordOutcome(context, about, delivery, {
    timezone: organization?.timezone ?? 'UTC',
    channels,
  });
  return { row: after, delivery };
}

async function hand(
  context: OrganizationContext,
  row: PostRow,
  about: Try,
  { channels, organization }: { channels: Channels; organization: string },
  signal: AbortSignal,
): Promise<Delivery> {
  try {
    const to = targetOf(context, channels, row.platform);
    if (!to) return noWay(channels, row);
    return await context.services.social.publish(
      {
        eventId: eventIdOf(row),
        platform: row.platform,
        content: row.content,
        postId: row.id,
        image: imageOf(context, row),
        to,
        organization: { id: context.organizationId, name: organization },
        onStep: (step) => (step === 'publishing' ? handedOver(context, about) : undefined),
      },
      signal,
    );
  } catch (error) {
    // The publisher rejects only when the picture or the note before the last call does, and a stored token cannot be
    // opened after HUB_SECRET was changed: nothing has left.
    context.log.warn({ err: loggable(error), post: row.id }, 'a post could not be handed over');
    return refused(
      'The picture of this post, or the stored connection, could not be read, so nothing was published.',
      'Choose the picture again or reconnect',
      true,
    );
  }
}

/** The settings changed between the look and the try. */
function noWay({ of }: Channels, { platform }: PostRow): Delivery {
  const problem = of[platform].problem;
  return refused(
    problem?.reason ?? 'This platform is published to by hand.',
    problem?.fix ?? 'Publish it by hand',
    problem?.retry ?? false,
  );
}

function refused(reason: string, fix: string, retry: boolean): Delivery {
  return {
    outcome: { kind: 'refused', code: 'not_configured', reason, fix, retry, status: null },
    log: { status: null, durationMs: 0, answer: '' },
  };
}

/** From here on a process that dies does not know what became of the post. */
async function handedOver({ db, services }: OrganizationContext, { deliveryId }: Try): Promise<void> {
  await db
    .update(socialDeliveries)
    .set({ handedOverAt: services.clock.now() })
    .where(and(eq(socialDeliveries.id, deliveryId), eq(socialDeliveries.outcome, 'pending')));
}

function imageOf(context: OrganizationContext, row: PostRow): PostImage | null {
  const { imageId, imageUrl, imageAlt, platform } = row;
  if (imageId !== null)
    return {
      bytes: async () => (await loadPicture(context, imageId, platform)).bytes,
      contentType: 'image/jpeg',
      publicUrl: publicPictureUrl(context, imageId, platform),
      alt: imageAlt,
    };
  if (imageUrl === null) return null;
  const address = driveThumbnail(imageUrl);
  return {
    bytes: () => fetchPicture(context, address),
    contentType: 'image/jpeg',
    publicUrl: address,
    alt: imageAlt,
  };
}

const pictureBytes = 15 * 1024 * 1024;

/** A picture that lies elsewhere, for a platform that is handed the bytes. @throws Error when it cannot be fetched */
async function fetchPicture({ services }: OrganizationContext, url: string): Promise<Uint8Array> {
  const answer = await services.http({ method: 'GET', url, maxBytes: pictureBytes });
  if (answer.kind === 'answered' && answer.status === 200 && !answer.cut) return answer.body;
  throw new Error(
    answer.kind === 'answered' ? `The picture's address answered ${answer.status}.` : answer.reason,
  );
}
