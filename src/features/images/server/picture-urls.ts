import { inArray } from 'drizzle-orm';
import type { VariantName } from '#features/images/picture-sizes.ts';
import type { OrganizationContext } from '#server/context.ts';
import { isRowId } from '#shared/text.ts';
import { picturePath } from './picture-token.ts';
import { images } from './tables.ts';

/** Where a picture is shown: paths of this server. */
export interface PictureUrls {
  url: string;
  thumbUrl: string;
  /** Pixels, of the picture behind `url`. */
  width: number;
  height: number;
}

/**
 * Where pictures are shown, by their ids, all with one query. Those that are gone or another organization's are left
 * out.
 */
export async function pictureUrls(
  context: Pick<OrganizationContext, 'db' | 'organizationId' | 'services'>,
  ids: readonly string[],
): Promise<Map<string, PictureUrls>> {
  const wanted = [...new Set(ids)].filter(isRowId);
  if (wanted.length === 0) return new Map();
  const rows = await context.db
    .select({ id: images.id, width: images.width, height: images.height })
    .from(images)
    .where(inArray(images.id, wanted));
  return new Map(
    rows.map(({ id, ...size }) => [
      id,
      { url: picturePath(context, id, 'full'), thumbUrl: picturePath(context, id, 'thumb'), ...size },
    ]),
  );
}

/** The address of a picture for who fetches it from outside, such as a network that publishes the post. */
export function publicPictureUrl(
  context: Pick<OrganizationContext, 'organizationId' | 'services'>,
  imageId: string,
  variant: VariantName,
): string {
  return `${context.services.config.publicUrl}${picturePath(context, imageId, variant)}`;
}
