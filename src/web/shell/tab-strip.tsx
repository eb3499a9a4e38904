import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { FeatureTab } from '../feature.ts';
import { tabs } from '../features.ts';
import { useEndpoint } from '../query.ts';
import { hasModule, useMe } from '../session.tsx';
import { cx } from '../ui/cx.ts';
import { stats } from './feature-calls.ts';

const defaultTab = 'leads';

/** The tab that the address names, if this is the dashboard. */
export function useActiveTab(): string | null {
  const { pathname } = useLocation();
  const search: { tab?: string } = useSearch({ strict: false });
  if (!['/', '/dashboard', '/tenant/dashboard'].includes(pathname)) return null;
  return tabs.some((tab) => tab.key === search.tab) ? (search.tab ?? defaultTab) : defaultTab;
}

function useCount(tab: FeatureTab): number | null {
  const figures = useEndpoint(stats);
  const me = useMe();
  if (tab.counts === null || !figures.data || (tab.module && !hasModule(me, tab.module))) return null;
  return figures.data.threads;
}

function Tab({ tab, active }: { tab: FeatureTab; active: boolean }) {
  const link = useRef<HTMLAnchorElement>(null);
  const count = useCount(tab);
  useEffect(() => {
    const strip = link.current?.parentElement;
    if (active && strip && link.current) {
      // Only sideways: scrollIntoView would move the page as well.
      const { offsetLeft, offsetWidth } = link.current;
      strip.scrollLeft = offsetLeft - (strip.clientWidth - offsetWidth) / 2;
    }
  }, [active]);

  return (
    <Link
      ref={link}
      to="/tenant/dashboard"
      search={{ tab: tab.key }}
      data-tab={tab.key}
      aria-current={active ? 'page' : undefined}
      className={cx(
        'relative flex h-11 shrink-0 items-center gap-2 px-3 text-sm font-medium whitespace-nowrap outline-offset-[-2px] xl:h-14',
        'after:absolute after:inset-x-3 after:bottom-[-1px] after:h-0.5 after:rounded-full',
        active ? 'text-theme after:bg-theme' : 'text-muted hover:text-text',
      )}
    >
      {tab.name}
      {count === null ? null : (
        <span
          className={cx(
            'figures rounded-full px-1.5 text-xs leading-5',
            active ? 'bg-theme-quiet' : 'bg-neutral-quiet',
          )}
        >
          {count.toLocaleString('en-AU')}
        </span>
      )}
      {tab.coming ? (
        <span className="text-xs font-normal text-muted">{tab.key === 'calls' ? 'Optional' : 'Soon'}</span>
      ) : null}
    </Link>
  );
}

/** The dashboard's tabs, a scroller where the screen is too narrow for all of them. */
export function TabStrip() {
  const active = useActiveTab();
  return (
    <nav aria-label="Modules" className="no-scrollbar flex overflow-x-auto px-1 md:px-3 xl:px-0">
      {tabs.map((tab) => (
        <Tab key={tab.key} tab={tab} active={tab.key === active} />
      ))}
    </nav>
  );
}
