import { z } from 'zod';
import { addDays, weekdayOf, zonedDate } from '#shared/zoned-time.ts';
import { type Platform, platform } from '../platforms.ts';
import { type PostGroup, postGroup } from '../post-state.ts';

const hubView = z.enum(['overview', 'posts', 'calendar']);
export type HubView = z.infer<typeof hubView>;

export interface PostFilter {
  search: string;
  status: PostGroup | null;
  platform: Platform | null;
}

type Params = Record<string, string | undefined>;

/** The view that an address says; what is not known counts as not said. */
export function viewOf(params: Params): HubView {
  const view = hubView.safeParse(params.view);
  return view.success ? view.data : 'overview';
}

export function filterOf(params: Params): PostFilter {
  const status = postGroup.safeParse(params.status);
  const target = platform.safeParse(params.platform);
  return {
    search: (params.search ?? '').slice(0, 200),
    status: status.success ? status.data : null,
    platform: target.success ? target.data : null,
  };
}

export type Span = 'week' | 'month';

export interface CalendarSpan {
  span: Span;
  /** A date inside it, '2026-02-03'. */
  date: string;
  /** Sunday first: whole weeks. */
  days: string[];
}

function isDate(value: string | undefined): value is string {
  return value !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
}

/** The Sunday of a date's week. */
function sundayOf(date: string): string {
  return addDays(date, -(weekdayOf(date) % 7));
}

/** The days that the calendar shows: a week from Sunday to Saturday, or the weeks of a month. */
export function calendarOf(params: Params, now: Date, zone: string): CalendarSpan {
  const date = isDate(params.date) ? params.date : zonedDate(now, zone);
  const span: Span = params.span === 'month' ? 'month' : 'week';
  const month = `${date.slice(0, 7)}-01`;
  const first = sundayOf(span === 'week' ? date : month);
  const days: string[] = [];
  for (let day = first; ; day = addDays(day, 1)) {
    const done = days.length % 7 === 0 && days.length > 0;
    if (done && (span === 'week' || day.slice(0, 7) > month.slice(0, 7))) return { span, date, days };
    days.push(day);
  }
}

/** The date from which the next or previous span is shown. */
export function movedSpan({ span, date }: CalendarSpan, by: 1 | -1): string {
  if (span === 'week') return addDays(date, by * 7);
  const month = `${date.slice(0, 7)}-01`;
  return by === 1 ? `${addDays(month, 31).slice(0, 7)}-01` : `${addDays(month, -1).slice(0, 7)}-01`;
}
