import { Link } from '@tanstack/react-router';
import { Database, Search } from 'lucide-react';
import { useCan, useMe } from '../session.tsx';
import { buttonClass, IconButton } from '../ui/button.tsx';
import { brandName, Mark } from './brand.tsx';
import { ConnectionState } from './connection-state.tsx';
import { DemoMark } from './demo-mark.tsx';
import { Notifications } from './notifications.tsx';
import { TabStrip } from './tab-strip.tsx';
import { UserMenu } from './user-menu.tsx';

interface TopBarProps {
  withTabs: boolean;
  onSearch: () => void;
  onKeys: () => void;
}

const icon =
  'control hidden aspect-square items-center justify-center rounded-md text-muted hover:bg-hover hover:text-text md:inline-flex';

export function TopBar({ withTabs, onSearch, onKeys }: TopBarProps) {
  const { organization } = useMe();
  const mayManage = useCan('organization.manage');

  return (
    <header className="sticky top-0 z-30 border-b border-border bg-surface">
      <div className="mx-auto flex h-14 max-w-[1448px] items-center gap-2 px-4 md:gap-3 md:px-6">
        <Link
          to="/dashboard"
          className="flex min-w-0 shrink items-center gap-2.5 rounded-md max-xl:grow xl:min-w-28 xl:shrink-[100]"
          title={brandName(organization.name)}
        >
          <Mark />
          <span className="flex min-w-0 flex-col xl:max-w-64">
            <span dir="auto" className="truncate font-semibold tracking-tight">
              {brandName(organization.name)}
            </span>
            <DemoMark />
          </span>
        </Link>
        {withTabs ? (
          <div className="hidden min-w-0 grow xl:ml-3 xl:block">
            <TabStrip />
          </div>
        ) : (
          <div className="hidden grow xl:block" />
        )}
        <div className="flex shrink-0 items-center gap-1">
          <ConnectionState />
          <IconButton label="Search and commands (Ctrl K)" onClick={onSearch}>
            <Search size={17} aria-hidden />
          </IconButton>
          {withTabs ? (
            <Link to="/tenant/database" className={icon} title="Database" aria-label="Database">
              <Database size={17} aria-hidden />
            </Link>
          ) : null}
          <Notifications />
          {mayManage ? (
            <span className="ml-1 hidden md:block">
              <Link to="/tenant/admin" className={buttonClass('secondary')}>
                Admin
              </Link>
            </span>
          ) : null}
          <UserMenu onKeys={onKeys} />
        </div>
      </div>
      {withTabs ? (
        <div className="border-t border-border xl:hidden">
          <TabStrip />
        </div>
      ) : null}
    </header>
  );
}
