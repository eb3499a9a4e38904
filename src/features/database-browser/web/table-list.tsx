import { Link } from '@tanstack/react-router';
import {
  type LucideIcon,
  MessagesSquare,
  Send,
  Share2,
  Table2,
  Target,
  UserRoundPlus,
  Users,
} from 'lucide-react';
import { useEffect, useRef } from 'react';
import { figure } from '#web/lib/figure.ts';
import { cx } from '#web/ui/cx.ts';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import type { Table } from '../contract.ts';

const icons = new Map<string, LucideIcon>([
  ['users', Users],
  ['leads', UserRoundPlus],
  ['correspondence', MessagesSquare],
  ['social_posts', Share2],
  ['prospects', Target],
  ['outreach_emails', Send],
]);

interface TableListProps {
  tables: readonly Table[];
  current: string;
  /** What the rows that are shown say of the current table: newer than its count. */
  total: number | undefined;
}

/** The tables with their record counts. On phones a strip that scrolls by itself, with the current one in view. */
export function TableList({ tables, current, total }: TableListProps) {
  const strip = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const on = strip.current?.querySelector<HTMLElement>(`[data-table="${CSS.escape(current)}"]`);
    if (on && strip.current) strip.current.scrollLeft = on.offsetLeft - 16;
  }, [current]);
  return (
    <nav aria-label="Tables" className="min-w-0">
      <ul
        ref={strip}
        className="no-scrollbar relative -mx-4 flex gap-2 overflow-x-auto px-4 py-1 md:rounded-lg md:border md:border-border md:bg-surface md:mx-0 md:flex-col md:gap-0.5 md:p-2"
      >
        {tables.map(({ name, rowCount }) => {
          const Icon = icons.get(name) ?? Table2;
          const on = name === current;
          const records = on && total !== undefined ? total : rowCount;
          return (
            <li key={name} className="shrink-0">
              <Link
                to="."
                search={(before: Record<string, string>) => ({ ...before, table: name, page: undefined })}
                resetScroll={false}
                preload={false}
                data-table={name}
                aria-current={on ? 'true' : undefined}
                className={cx(
                  'control flex items-center gap-2.5 rounded-md px-3 max-md:border max-md:border-border',
                  on ? 'bg-brand-quiet font-medium text-brand-text max-md:border-brand' : 'hover:bg-hover',
                )}
              >
                <Icon size={16} aria-hidden className="shrink-0" />
                <span className="truncate">{name}</span>
                <span className={cx('figures ml-auto text-sm', on ? '' : 'text-muted')}>
                  {figure(records)}
                  <span className="sr-only">{records === 1 ? ' record' : ' records'}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const lines = ['w-28', 'w-20', 'w-32', 'w-24', 'w-28', 'w-20', 'w-24'];

export function TableListSkeleton() {
  return (
    <Loading
      label="Loading the tables"
      className="flex gap-2 overflow-hidden md:rounded-lg md:border md:border-border md:bg-surface md:flex-col md:gap-0.5 md:p-2"
    >
      {lines.map((width, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines of a skeleton never change places.
        <div key={index} className="control flex shrink-0 items-center px-3">
          <Skeleton className={width} />
        </div>
      ))}
    </Loading>
  );
}
