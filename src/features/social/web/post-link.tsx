import { Link } from '@tanstack/react-router';
import type { ReactNode, Ref } from 'react';
import { cx } from '#web/ui/cx.ts';
import type { PostDetails } from '../contract.ts';

interface PostLinkProps {
  post: Pick<PostDetails, 'id'>;
  className?: string;
  children: ReactNode;
  ref?: Ref<HTMLAnchorElement>;
  'aria-describedby'?: string;
}

/** Opens a post over the screen that is there. */
export function PostLink({ post, className, children, ...rest }: PostLinkProps) {
  return (
    <Link
      to="."
      search={(before: Record<string, string>) => ({ ...before, post: post.id })}
      state={{ fromList: true }}
      resetScroll={false}
      preload={false}
      draggable={false}
      data-post={post.id}
      dir="auto"
      className={cx(
        'block focus-visible:outline-none focus-visible:after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-focus',
        className,
      )}
      {...rest}
    >
      {children}
    </Link>
  );
}
