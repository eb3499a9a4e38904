import type { imagesApi } from '#features/images/contract.ts';
import { variantNames } from '#features/images/picture-sizes.ts';
import type { LinkContext } from '#server/context.ts';
import { Download } from '#server/http/route.ts';
import type { Input } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import { loadPicture } from './load-picture.ts';
import { imageOfToken } from './picture-token.ts';

type Show = (typeof imagesApi)['endpoints']['show'];

/** A year: what an address shows never changes, since a changed picture is another picture. */
const cacheControl = 'private, max-age=31536000, immutable';

/** The picture behind a link. Whoever does not hold one learns nothing: every other address is the same 404. */
export async function showPicture(context: LinkContext, { params }: Input<Show>): Promise<Download> {
  const imageId = imageOfToken(context, params.token);
  const variant = variantNames.find((name) => name === params.variant);
  if (imageId === null || !variant) throw notFound('picture');
  const { bytes, contentType } = await loadPicture(context, imageId, variant);
  const ending = contentType === 'image/webp' ? 'webp' : 'jpg';
  return new Download(bytes, contentType, `${variant}.${ending}`, { inline: true, cacheControl });
}
