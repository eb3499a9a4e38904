import { locationPicture } from '#features/images/location-picture.ts';
import { locationImages } from '#web/ui/location-images.ts';
import { Picture } from '#web/ui/picture.tsx';
import type { PostDetails } from '../contract.ts';

interface PostPictureProps {
  post: PostDetails;
  /** In a list, beside the text: what cannot be shown says so in small. */
  small?: boolean;
}

/** The picture of a post in a list; one without gets that of the place which its text names (specification section 9). */
export function PostPicture({ post, small = false }: PostPictureProps) {
  const own = post.picture?.thumbUrl ?? post.imageUrl;
  const drawn = locationImages[locationPicture(post.content)];
  return (
    <Picture
      src={own ?? drawn.src}
      alt={own === null ? drawn.alt : (post.imageAlt ?? '')}
      width={16}
      height={9}
      {...(small ? { className: '[&_p]:p-0.5 [&_p]:text-[9px] [&_p]:leading-[1.1]' } : {})}
    />
  );
}
