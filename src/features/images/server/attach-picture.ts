import { eq } from 'drizzle-orm';
import type { Tx } from '#server/context.ts';
import { notFound } from '#shared/errors.ts';
import { isRowId } from '#shared/text.ts';
import { images } from './tables.ts';

/**
 * A post shows this picture from now on, so it is kept. In the transaction that writes the post.
 * @throws AppError not_found for one that is gone or another organization's
 */
export async function attachPicture(tx: Tx, imageId: string): Promise<void> {
  if (!isRowId(imageId)) throw notFound('picture');
  const [kept] = await tx.db
    .update(images)
    .set({ unusedSince: null })
    .where(eq(images.id, imageId))
    .returning({ id: images.id });
  if (!kept) throw notFound('picture');
}

/**
 * Holds a picture for this transaction, before its users are counted: whoever attaches it or lets go of it at the same
 * moment waits.
 */
export async function holdPicture(tx: Tx, imageId: string): Promise<void> {
  await tx.db.select({ id: images.id }).from(images).where(eq(images.id, imageId)).for('update');
}

/** No post shows this picture any more: it goes after a week. The caller holds it and has seen that no other post does. */
export async function releasePicture(tx: Tx, imageId: string, now: Date): Promise<void> {
  await tx.db.update(images).set({ unusedSince: now }).where(eq(images.id, imageId));
}
