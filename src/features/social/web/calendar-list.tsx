import { zonedInstant } from '#shared/zoned-time.ts';
import { dayName, exactDateTime, timeOfDay } from '#web/lib/dates.ts';
import { useCan, useZone } from '#web/session.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';
import type { PostDetails } from '../contract.ts';
import { platformRules } from '../platforms.ts';
import { MoveMenu } from './calendar-entry.tsx';
import { PlatformMark } from './platform-mark.tsx';
import { PostLink } from './post-link.tsx';
import { PostPicture } from './post-picture.tsx';
import { cutText } from './post-words.ts';
import { ApprovalBadge, StateBadge } from './state-badge.tsx';

interface CalendarListProps {
  days: readonly string[];
  posts: ReadonlyMap<string, PostDetails[]>;
  today: string;
}

const textLength = 60;

/** The calendar of a phone: the days that hold posts, one below the other, and today. */
export function CalendarList({ days, posts, today }: CalendarListProps) {
  const zone = useZone();
  const now = useNow();
  const mayMove = useCan('social.write');
  const held = days.filter((day) => posts.has(day) || day === today);
  if (held.every((day) => !posts.has(day)))
    return (
      <div className="panel">
        <EmptyState
          compact
          title="Nothing on these days"
          text="Scheduled and published posts are listed here."
        />
      </div>
    );
  return (
    <ul className="space-y-5">
      {held.map((day) => (
        <li key={day}>
          <h3 className="mb-2 font-semibold">
            {dayName(zonedInstant(day, 12 * 60, zone).toISOString(), zone, now)}
          </h3>
          {posts.has(day) ? (
            <ul className="panel divide-y divide-border">
              {posts.get(day)?.map((post) => {
                const instant = post.publishedAt ?? post.scheduledFor ?? post.createdAt;
                return (
                  <li key={post.id} className="relative flex items-center gap-3 px-3.5 py-3">
                    <div className="w-14 shrink-0 overflow-hidden rounded-md">
                      <PostPicture post={post} small />
                    </div>
                    <div className="min-w-0 grow">
                      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
                        <time
                          dateTime={instant}
                          title={exactDateTime(instant, zone)}
                          className="figures font-medium"
                        >
                          {timeOfDay(instant, zone)}
                        </time>
                        <PlatformMark platform={post.platform} named />
                        <ApprovalBadge post={post} />
                        <StateBadge post={post} />
                      </p>
                      <PostLink post={post} className="mt-1 break-words after:absolute after:inset-0">
                        {cutText(post.content, textLength)}
                      </PostLink>
                    </div>
                    {mayMove && post.state === 'scheduled' && !post.isDueByHand ? (
                      <MoveMenu post={post} name={platformRules[post.platform].name} />
                    ) : null}
                  </li>
                );
              })}
            </ul>
          ) : (
            <p className="text-muted">Nothing today.</p>
          )}
        </li>
      ))}
    </ul>
  );
}
