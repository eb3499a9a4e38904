import type { PostDetails } from '../contract.ts';
import type { PreviewPicture } from './post-preview.tsx';

/** The picture of a post for its preview; null when it has none of its own. */
export function pictureOf({ picture, imageUrl, imageAlt }: PostDetails): PreviewPicture | null {
  const alt = imageAlt ?? '';
  if (picture) return { src: picture.url, alt, size: { width: picture.width, height: picture.height } };
  return imageUrl ? { src: imageUrl, alt, size: null } : null;
}
