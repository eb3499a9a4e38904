import {
  type Announcements,
  closestCenter,
  DndContext,
  DragOverlay,
  type KeyboardCoordinateGetter,
  pointerWithin,
} from '@dnd-kit/core';
import { useState } from 'react';
import { addDays } from '#shared/zoned-time.ts';
import { exactDateTime, shortDateTime } from '#web/lib/dates.ts';
import { useCan, useZone } from '#web/session.tsx';
import { cx } from '#web/ui/cx.ts';
import { useDragSensors } from '#web/ui/use-drag-sensors.ts';
import { useNow } from '#web/ui/use-now.ts';
import type { PostDetails } from '../contract.ts';
import { CalendarDay } from './calendar-day.tsx';
import type { CalendarSpan } from './hub-address.ts';
import { movePost, moveTo } from './move-post.ts';
import { postName } from './post-words.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 7, ArrowUp: -7 };

/** Arrow keys go from day to day instead of pixel by pixel. */
const byDay: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  const by = steps[event.code];
  if (by === undefined) return undefined;
  event.preventDefault();
  const over = context.over?.id;
  const place = typeof over === 'string' ? context.droppableRects.get(addDays(over, by)) : undefined;
  return place ? { x: place.left + 8, y: place.top + 8 } : currentCoordinates;
};

const instructions = {
  draggable:
    'Press Space to pick the post up, the arrow keys to choose a day, Enter to drop it, Escape to leave it where it was. Enter opens it.',
};

interface CalendarGridProps {
  shown: CalendarSpan;
  posts: ReadonlyMap<string, PostDetails[]>;
  today: string;
}

/** Seven columns; a scheduled post changes its day by being dragged, with the mouse, a finger or the keyboard. */
export function CalendarGrid({ shown, posts, today }: CalendarGridProps) {
  const zone = useZone();
  const mayMove = useCan('social.write');
  const now = useNow();
  const [carried, setCarried] = useState<PostDetails | null>(null);
  const [over, setOver] = useState<string | null>(null);
  const sensors = useDragSensors(byDay);
  const held = (id: string | number) => [...posts.values()].flat().find((post) => post.id === String(id));
  const nameOf = (id: string | number) => {
    const post = held(id);
    return post ? postName(post, zone) : 'The post';
  };
  const target = carried && over ? moveTo(carried, over, zone, now) : null;
  const saying = (id: string | number, day: string | number | undefined) => {
    const post = held(id);
    const move = post && day !== undefined ? moveTo(post, String(day), zone, new Date()) : null;
    return move ? (move.fault ?? exactDateTime(move.at.toISOString(), zone)) : null;
  };
  /** What a screen reader says while a post is carried. */
  const announcements: Announcements = {
    onDragStart: ({ active }) => `Picked up the ${nameOf(active.id)}.`,
    onDragOver: ({ active, over: day }) => saying(active.id, day?.id) ?? undefined,
    onDragEnd: ({ active, over: day }) =>
      day ? `Dropped: ${saying(active.id, day.id) ?? ''}.` : `The ${nameOf(active.id)} stays where it was.`,
    onDragCancel: ({ active }) => `The ${nameOf(active.id)} stays where it was.`,
  };
  const stop = () => {
    setCarried(null);
    setOver(null);
  };

  return (
    <DndContext
      sensors={sensors}
      accessibility={{ announcements, screenReaderInstructions: instructions }}
      collisionDetection={(about) => (about.pointerCoordinates ? pointerWithin(about) : closestCenter(about))}
      onDragStart={({ active }) => setCarried(held(active.id) ?? null)}
      onDragOver={({ over: day }) => setOver(day ? String(day.id) : null)}
      onDragEnd={({ active, over: day }) => {
        stop();
        const post = held(active.id);
        if (post && day) void movePost(post, String(day.id), zone);
      }}
      onDragCancel={stop}
    >
      <section aria-label="Calendar" className="panel overflow-hidden">
        <div aria-hidden className="grid grid-cols-7 border-b border-border text-sm font-medium text-muted">
          {weekdays.map((name) => (
            <p key={name} className="px-2 py-2">
              {name.slice(0, 3)}
            </p>
          ))}
        </div>
        <ul className="grid grid-cols-7">
          {shown.days.map((day, index) => (
            <CalendarDay
              key={day}
              day={day}
              label={weekdays[index % 7] ?? ''}
              posts={posts.get(day) ?? []}
              today={today}
              span={shown.span}
              outside={shown.span === 'month' && day.slice(0, 7) !== shown.date.slice(0, 7)}
              mayMove={mayMove}
            />
          ))}
        </ul>
      </section>
      <DragOverlay dropAnimation={null}>
        {carried ? (
          <p
            className={cx(
              'figures w-max rounded-md border bg-raised px-3 py-2 text-sm font-medium shadow-float',
              target?.fault ? 'border-danger text-danger-text' : 'border-theme',
            )}
          >
            {target
              ? (target.fault ?? shortDateTime(target.at.toISOString(), zone))
              : postName(carried, zone)}
          </p>
        ) : null}
      </DragOverlay>
    </DndContext>
  );
}
