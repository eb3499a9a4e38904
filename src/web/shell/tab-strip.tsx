import { Link, useLocation, useSearch } from '@tanstack/react-router';
import type { FeatureTab } from '../feature.ts';
import { tabs } from '../features.ts';
import { useEndpoint } from '../query.ts';
import { hasModule, useDashboardPath, useIsLegacy, useMe } from '../session.tsx';
import { cx } from '../ui/cx.ts';
import { useCentred } from '../ui/use-centred.ts';
import { stats } from './feature-calls.ts';

const defaultTab = 'social';

const dashboards = ['/', '/dashboard', '/tenant/dashboard', '/legacy', '/legacy/dashboard'];

/** The tab that the address names, if this is the dashboard. */
export function useActiveTab(): string | null {
  const { pathname } = useLocation();
  const search: { tab?: string } = useSearch({ strict: false });
  if (!dashboards.includes(pathname)) return null;
  return tabs.some((tab) => tab.key === search.tab) ? (search.tab ?? defaultTab) : defaultTab;
}

function useCount(tab: FeatureTab): number | null {
  const figures = useEndpoint(stats);
  const me = useMe();
  if (tab.counts === 0) return 0;
  if (tab.counts === null || !figures.data || (tab.module && !hasModule(me, tab.module))) return null;
  const { threads, socialPosts, prospects } = figures.data;
  return { leads: threads, socialPosts: socialPosts.total, prospects: prospects.total }[tab.counts];
}

function Tab({ tab, active }: { tab: FeatureTab; active: boolean }) {
  const link = useCentred<HTMLAnchorElement>(active);
  const count = useCount(tab);
  const dashboard = useDashboardPath();

  return (
    <Link
      ref={link}
      to={dashboard}
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
            tab.coming && 'font-normal text-muted',
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
  const legacy = useIsLegacy();
  const shown = legacy ? tabs.filter((tab) => tab.key !== 'support') : tabs;
  return (
    <nav aria-label="Modules" className="no-scrollbar flex overflow-x-auto px-1 md:px-3 xl:px-0">
      {shown.map((tab) => (
        <Tab key={tab.key} tab={tab} active={tab.key === active} />
      ))}
    </nav>
  );
}
