import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '#web/ui/button.tsx';

interface ComposeLinkProps {
  look?: 'primary' | 'secondary';
  className?: string;
  children: ReactNode;
}

/** Opens the composer over the screen that is there. */
export function ComposeLink({ look = 'secondary', className, children }: ComposeLinkProps) {
  return (
    <Link
      to="."
      search={(before: Record<string, string>) => ({ ...before, tab: 'social', compose: '1' })}
      state={{ fromList: true }}
      resetScroll={false}
      preload={false}
      className={buttonClass(look, className)}
    >
      {children}
    </Link>
  );
}
