import { useDraggable } from '@dnd-kit/core';
import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { exactDateTime, timeOfDay } from '#web/lib/dates.ts';
import { useZone } from '#web/session.tsx';
import { cx } from '#web/ui/cx.ts';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import type { PostDetails } from '../contract.ts';
import { platformRules } from '../platforms.ts';
import { PlatformMark } from './platform-mark.tsx';
import { PostLink } from './post-link.tsx';
import { PostPicture } from './post-picture.tsx';
import { cutText } from './post-words.ts';
import { ApprovalBadge, StateBadge, stateWord } from './state-badge.tsx';
import { useOpenPost } from './use-open-post.ts';

const ScheduleDialog = lazy(async () => ({
  default: (await import('./schedule-dialog.tsx')).ScheduleDialog,
}));
const textLength = 60;

interface CalendarEntryProps {
  post: PostDetails;
  /** One line, for the month. */
  compact: boolean;
  mayMove: boolean;
}

/** A post in the calendar: picture, time, platform and state; carried by its surface, opened by its link or Enter. */
export function CalendarEntry({ post, compact, mayMove }: CalendarEntryProps) {
  const zone = useZone();
  const movable = mayMove && post.state === 'scheduled' && !post.isDueByHand;
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: post.id,
    disabled: !movable,
  });
  const instant = post.publishedAt ?? post.scheduledFor ?? post.createdAt;
  const { name } = platformRules[post.platform];
  return (
    <li
      ref={setNodeRef}
      {...(movable ? listeners : {})}
      className={cx(
        'relative list-none overflow-hidden rounded-md border border-border bg-surface text-xs hover:border-border-strong',
        movable && 'cursor-grab touch-manipulation active:cursor-grabbing',
        isDragging && 'opacity-40',
      )}
    >
      {compact ? null : <PostPicture post={post} />}
      <div className={compact ? 'flex items-center gap-1.5 p-1' : 'px-2 py-1.5'}>
        {compact ? (
          <div className="w-8 shrink-0 overflow-hidden rounded-sm max-xl:hidden">
            <PostPicture post={post} small />
          </div>
        ) : null}
        <PostLink
          ref={setActivatorNodeRef}
          post={post}
          {...(movable ? { 'aria-describedby': attributes['aria-describedby'] } : {})}
          className="min-w-0 grow after:absolute after:inset-0"
        >
          <span className="flex flex-wrap items-center gap-x-1.5">
            <time dateTime={instant} title={exactDateTime(instant, zone)} className="figures font-medium">
              {timeOfDay(instant, zone)}
            </time>
            <PlatformMark platform={post.platform} />
            {compact ? <span className="text-muted">{stateWord(post)}</span> : null}
          </span>
          <span className={compact ? 'sr-only' : 'mt-1 line-clamp-2 break-words text-muted'}>
            {cutText(post.content, textLength)}
          </span>
        </PostLink>
        {compact ? null : (
          <div className="mt-1.5 flex flex-wrap items-center justify-between gap-1">
            <span className="flex min-w-0 flex-wrap gap-1">
              <ApprovalBadge post={post} />
              <StateBadge post={post} />
            </span>
            {movable ? <MoveMenu post={post} name={name} /> : null}
          </div>
        )}
      </div>
    </li>
  );
}

/** The way to move a post for those who do not drag. */
export function MoveMenu({ post, name }: { post: PostDetails; name: string }) {
  const [moving, setMoving] = useState(false);
  const open = useOpenPost();
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            aria-label={`Actions of the ${name} post`}
            title="Actions"
            className="relative z-10 grid size-6 shrink-0 place-items-center rounded-sm text-muted hover:bg-hover hover:text-text pointer-coarse:size-11"
            onPointerDown={(event) => event.stopPropagation()}
            onMouseDown={(event) => event.stopPropagation()}
            onTouchStart={(event) => event.stopPropagation()}
            onKeyDown={(event) => event.stopPropagation()}
          >
            <Ellipsis size={15} aria-hidden />
          </button>
        }
      >
        <MenuItem onSelect={() => setMoving(true)}>Move to…</MenuItem>
        <MenuItem onSelect={() => open(post.id)}>Open</MenuItem>
      </Menu>
      <Suspense fallback={null}>
        {moving ? <ScheduleDialog post={post} onClose={() => setMoving(false)} /> : null}
      </Suspense>
    </>
  );
}
