import { type Platform, pictureFault, textFault } from '#features/social/platforms.ts';
import type { Context } from '#server/context.ts';
import { visibleAddressFault } from '#server/integrations/visible-address.ts';
import { searchText } from '#server/search.ts';
import { AppError } from '#shared/errors.ts';

export interface Picture {
  imageId?: string | null | undefined;
  imageUrl?: string | null | undefined;
  imageAlt?: string | null | undefined;
}

/** What is searched in: exactly the specification's fields. */
export function searchedText(content: string, platform: Platform): string {
  return searchText(`${content}\u0001${platform}`);
}

/** @throws AppError 400 with the count for a text that the platform would not take, or an address that is not used */
export function assertTakeable(platform: Platform, content: string, path = 'content'): void {
  const fault = textFault(platform, content);
  if (fault) throw new AppError('invalid', fault, { issues: [{ path, message: fault }] });
}

/** @throws AppError 400 for an address inside the network, or two pictures at once */
export function assertPicture({ services }: Pick<Context, 'services'>, { imageId, imageUrl }: Picture): void {
  const fault =
    imageId && imageUrl
      ? 'A post has one picture: give imageId or imageUrl.'
      : imageUrl
        ? visibleAddressFault(imageUrl, services.config.allowPrivateHosts)
        : null;
  if (fault) throw new AppError('invalid', fault, { issues: [{ path: 'imageUrl', message: fault }] });
}

/** @throws AppError 400 when a post that is to go out lacks what its platform asks for */
export function assertReady(platform: Platform, scheduledFor: Date | null, picture: Picture): void {
  const fault =
    scheduledFor === null ? null : pictureFault(platform, Boolean(picture.imageId ?? picture.imageUrl));
  if (fault) throw new AppError('invalid', fault, { issues: [{ path: 'imageId', message: fault }] });
}
