import type { VariantName } from '#features/images/picture-sizes.ts';
import type { OrganizationContext } from '#server/context.ts';
import { idOfSignedToken, signedIdToken } from '#server/signed-id.ts';

type Signing = Pick<OrganizationContext, 'organizationId' | 'services'>;

const purpose = 'images.link';

/** The id of the picture that a token was made for, or null for a token that we did not make. */
export function imageOfToken(context: Signing, token: string): string | null {
  return idOfSignedToken(context, purpose, token);
}

/** Where a picture is shown: a path of this server. */
export function picturePath(context: Signing, imageId: string, variant: VariantName): string {
  return `/api/media/${signedIdToken(context, purpose, imageId)}/${variant}`;
}
