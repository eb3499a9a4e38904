import { useDroppable } from '@dnd-kit/core';
import { useAddress } from '#web/address.ts';
import { cx } from '#web/ui/cx.ts';
import type { PostDetails } from '../contract.ts';
import { CalendarEntry } from './calendar-entry.tsx';
import type { Span } from './hub-address.ts';

interface CalendarDayProps {
  day: string;
  /** Name of the weekday. */
  label: string;
  posts: readonly PostDetails[];
  today: string;
  span: Span;
  /** Of the month before or after. */
  outside: boolean;
  mayMove: boolean;
}

/** Posts of a day of the month view; the rest is shown by the week. */
const monthPosts = 3;

/** One day: what goes out on it, and where a carried post may be dropped. */
export function CalendarDay({ day, label, posts, today, span, outside, mayMove }: CalendarDayProps) {
  const { set } = useAddress();
  const { setNodeRef, isOver } = useDroppable({ id: day });
  const past = day < today;
  const shown = span === 'month' ? posts.slice(0, monthPosts) : posts;
  const more = posts.length - shown.length;
  return (
    <li
      ref={setNodeRef}
      aria-label={`${label} ${Number(day.slice(8))}`}
      className={cx(
        'min-w-0 border-border p-1.5 not-nth-[7n+1]:border-l nth-[n+8]:border-t',
        span === 'week' ? 'min-h-96' : 'min-h-28',
        isOver ? (past ? 'bg-danger-quiet' : 'bg-theme-quiet') : (past || outside) && 'bg-sunken',
      )}
    >
      <p
        className={cx(
          'figures mb-1 grid size-7 place-items-center rounded-full text-sm',
          day === today ? 'bg-theme font-semibold text-surface' : outside ? 'text-muted' : 'font-medium',
        )}
        aria-current={day === today ? 'date' : undefined}
      >
        {Number(day.slice(8))}
      </p>
      <ul className="space-y-1.5">
        {shown.map((post) => (
          <CalendarEntry key={post.id} post={post} compact={span === 'month'} mayMove={mayMove} />
        ))}
      </ul>
      {more > 0 ? (
        <button
          type="button"
          className="mt-1 min-h-6 w-full rounded-sm px-1.5 text-left text-xs text-muted hover:bg-hover hover:text-text"
          onClick={() => set({ span: undefined, date: day })}
        >
          {more} more
        </button>
      ) : null}
    </li>
  );
}
