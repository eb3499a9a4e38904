import { eq } from 'drizzle-orm';
import type { VariantName } from '#features/images/picture-sizes.ts';
import type { OrganizationContext } from '#server/context.ts';
import { notFound } from '#shared/errors.ts';
import { isRowId } from '#shared/text.ts';
import { images, type StoredVariant } from './tables.ts';

export interface LoadedPicture extends Omit<StoredVariant, 'file'> {
  bytes: Uint8Array;
}

/**
 * One variant of a picture with its bytes. Outside any transaction: the store may be a network away.
 * @throws AppError not_found for one that is gone or another organization's
 */
export async function loadPicture(
  context: OrganizationContext,
  imageId: string,
  variant: VariantName,
): Promise<LoadedPicture> {
  if (!isRowId(imageId)) throw notFound('picture');
  const [row] = await context.db
    .select({ variants: images.variants })
    .from(images)
    .where(eq(images.id, imageId));
  const stored = row?.variants.find(({ name }) => name === variant);
  const bytes = stored && (await context.services.files.get(context.organizationId, stored.file));
  if (!stored || !bytes) throw notFound('picture');
  const { file: _, ...about } = stored;
  return { ...about, bytes };
}
