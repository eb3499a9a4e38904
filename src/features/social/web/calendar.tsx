import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { addDays, zonedDate, zonedInstant } from '#shared/zoned-time.ts';
import { useAddress } from '#web/address.ts';
import { zoneName } from '#web/lib/dates.ts';
import { useEndpoint } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { useNarrow } from '#web/ui/use-narrow.ts';
import { useNow } from '#web/ui/use-now.ts';
import { type PostDetails, socialApi } from '../contract.ts';
import { CalendarGrid } from './calendar-grid.tsx';
import { CalendarList } from './calendar-list.tsx';
import { type CalendarSpan, calendarOf, movedSpan, type Span } from './hub-address.ts';

function written(day: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', ...options }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

/** '30 Nov – 6 Dec 2026', or 'December 2026'. */
function spanName({ span, days, date }: CalendarSpan): string {
  if (span === 'month') return written(date, { month: 'long', year: 'numeric' });
  const [first = date] = days;
  const last = days.at(-1) ?? date;
  return `${written(first, { day: 'numeric', month: 'short' })} – ${written(last, { day: 'numeric', month: 'short', year: 'numeric' })}`;
}

/** The instant of a post in the calendar: when it goes out, or went. */
function calendarInstant(post: PostDetails): string | null {
  return post.publishedAt ?? post.scheduledFor;
}

function byDay(posts: readonly PostDetails[], zone: string): Map<string, PostDetails[]> {
  const days = new Map<string, PostDetails[]>();
  const sorted = posts.toSorted((a, b) => (calendarInstant(a) ?? '').localeCompare(calendarInstant(b) ?? ''));
  for (const post of sorted) {
    const instant = calendarInstant(post);
    if (instant === null) continue;
    const day = zonedDate(new Date(instant), zone);
    const list = days.get(day);
    if (list) list.push(post);
    else days.set(day, [post]);
  }
  return days;
}

/** A week from Sunday to Saturday, or a month: what goes out and went out on each day of the organization's clock. */
export function Calendar() {
  const { params, set } = useAddress();
  const zone = useZone();
  const now = useNow();
  const narrow = useNarrow();
  const shown = calendarOf(params, now, zone);
  const { days, span } = shown;
  const [first = ''] = days;
  const query = {
    from: zonedInstant(first, 0, zone).toISOString(),
    to: zonedInstant(addDays(days.at(-1) ?? first, 1), 0, zone).toISOString(),
  };
  const found = useEndpoint(socialApi.endpoints.entries, { query });
  const posts = useMemo(() => byDay(found.data ?? [], zone), [found.data, zone]);
  const today = zonedDate(now, zone);
  const go = (date: string | undefined) => set({ date });

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <div className="flex items-center">
          <IconButton label={`Previous ${span}`} onClick={() => go(movedSpan(shown, -1))}>
            <ChevronLeft size={18} aria-hidden />
          </IconButton>
          <IconButton label={`Next ${span}`} onClick={() => go(movedSpan(shown, 1))}>
            <ChevronRight size={18} aria-hidden />
          </IconButton>
        </div>
        <h2 aria-live="polite" className="figures min-w-40 text-lg font-semibold">
          {spanName(shown)}
        </h2>
        <Button onClick={() => go(undefined)} disabled={params.date === undefined}>
          Today
        </Button>
        <p className="grow text-right text-sm text-muted max-md:hidden">Times are in {zoneName(zone)}.</p>
        <SpanSwitch span={span} onChange={(next) => set({ span: next === 'month' ? 'month' : undefined })} />
      </div>
      {found.error && !found.data ? (
        <div className="panel">
          <ErrorState
            title="The calendar could not be loaded"
            error={found.error}
            onRetry={() => void found.refetch()}
          />
        </div>
      ) : found.isPending ? (
        <Loading label="Loading the calendar">
          <Skeleton className="h-112 rounded-lg" />
        </Loading>
      ) : narrow ? (
        <CalendarList days={days} posts={posts} today={today} />
      ) : (
        <CalendarGrid shown={shown} posts={posts} today={today} />
      )}
    </>
  );
}

function SpanSwitch({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  return (
    <fieldset aria-label="Days shown" className="flex rounded-md border border-border-strong bg-surface">
      {(['week', 'month'] as const).map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === span}
          onClick={() => onChange(one)}
          className={cx(
            'control rounded-[5px] px-3 font-medium',
            one === span ? 'bg-theme-quiet text-theme' : 'text-muted hover:bg-hover hover:text-text',
          )}
        >
          {one === 'week' ? 'Week' : 'Month'}
        </button>
      ))}
    </fieldset>
  );
}
