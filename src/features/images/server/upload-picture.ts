import type { imagesApi, UploadedPicture } from '#features/images/contract.ts';
import {
  type PictureSize,
  pictureSizes,
  type VariantName,
  variantNames,
  variantSize,
} from '#features/images/picture-sizes.ts';
import type { Context } from '#server/context.ts';
import { type Bodies, uploadOf } from '#server/http/route.ts';
import { newId } from '#server/ids.ts';
import { pressPicture } from '#server/integrations/pictures/picture-press.ts';
import type { Written } from '#server/integrations/pictures/write-picture.ts';
import type { Input } from '#shared/endpoint.ts';
import { picturePath } from './picture-token.ts';
import { images, type StoredVariant } from './tables.ts';

type Upload = (typeof imagesApi)['endpoints']['upload'];

/** Variants of the same size are one file. */
const { full, ...rest } = pictureSizes;
const smaller = [...new Set(Object.values(rest))].filter((size) => size !== full);

/** Takes a picture: every variant is written anew and safe before the row is. The original is not kept. */
export async function uploadPicture(
  context: Context,
  input: Input<Upload> & Bodies,
): Promise<UploadedPicture> {
  const { opened, forms } = await pressPicture(
    context.organizationId,
    uploadOf(input).stream,
    full,
    smaller.map((size) => ({ format: size.format, sizeOf: (picture) => variantSize(picture, size) })),
  );
  const stored = new Map<PictureSize, Omit<StoredVariant, 'name'>>();
  for (const [index, size] of [full, ...smaller].entries()) {
    const written = [opened, ...forms][index];
    if (written) stored.set(size, await store(context, written));
  }
  const variants = variantNames.flatMap((name: VariantName) => {
    const about = stored.get(pictureSizes[name]);
    return about ? [{ name, ...about }] : [];
  });
  const id = newId();
  const now = context.services.clock.now();
  const { width, height, contentType, bytes } = opened;
  const picture = { id, width, height, contentType, size: bytes.length };
  await context.db.insert(images).values({
    ...picture,
    variants,
    uploadedBy: context.session.userId,
    createdAt: now,
    unusedSince: now,
  });
  return {
    ...picture,
    url: picturePath(context, id, 'full'),
    variants: variants.map((one) => ({
      name: one.name,
      url: picturePath(context, id, one.name),
      width: one.width,
      height: one.height,
    })),
  };
}

async function store(
  { services, organizationId }: Context,
  { bytes, ...about }: Written,
): Promise<Omit<StoredVariant, 'name'>> {
  const file = newId();
  await services.files.put(organizationId, file, bytes);
  return { file, ...about, size: bytes.length };
}
