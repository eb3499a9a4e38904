import { Link } from '@tanstack/react-router';
import { Database } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSignOut } from '#web/session.tsx';
import { Mark } from '#web/shell/brand.tsx';
import { ConnectionState } from '#web/shell/connection-state.tsx';
import { TabStrip } from '#web/shell/tab-strip.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';

/** The internal area's bar: the same tabs, without what belongs to a person. */
export function LegacyFrame({ children }: { children: ReactNode }) {
  const leave = useSignOut();
  return (
    <div className="workspace">
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-raised px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <header className="sticky top-0 z-30 border-b border-border bg-surface">
        <div className="mx-auto flex h-14 max-w-[1448px] items-center gap-2 px-4 md:gap-3 md:px-6">
          <Link
            to="/legacy/dashboard"
            className="flex min-w-0 shrink items-center gap-2.5 rounded-md max-xl:grow"
          >
            <Mark />
            <span className="flex min-w-0 flex-col">
              <span className="truncate font-semibold tracking-tight">AI Hub</span>
              <span className="truncate text-xs text-muted">Internal Dashboard</span>
            </span>
          </Link>
          <div className="hidden min-w-0 grow xl:ml-3 xl:block">
            <TabStrip />
          </div>
          <div className="flex shrink-0 items-center gap-1">
            <ConnectionState />
            <Link
              to="/legacy/database"
              title="Database"
              aria-label="Database"
              className={buttonClass('quiet', 'aspect-square px-0')}
            >
              <Database size={17} aria-hidden />
            </Link>
            <Button className="ml-1" onClick={() => void leave()}>
              Logout
            </Button>
          </div>
        </div>
        <div className="border-t border-border xl:hidden">
          <TabStrip />
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-[1448px] px-4 pt-5 pb-16 outline-none md:px-6"
      >
        {children}
      </main>
    </div>
  );
}
