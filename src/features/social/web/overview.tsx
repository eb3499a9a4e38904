import { Link } from '@tanstack/react-router';
import { CalendarDays, CalendarRange, ExternalLink, PenLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAddress } from '#web/address.ts';
import { exactDateTime, shortDateTime } from '#web/lib/dates.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan, useZone } from '#web/session.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { Tiles } from '#web/ui/tiles.tsx';
import { type PostDetails, socialApi } from '../contract.ts';
import { ChannelNotices } from './channel-notices.tsx';
import { ComposeLink } from './compose-link.tsx';
import { FirstTime } from './first-time.tsx';
import { PlatformChart } from './platform-chart.tsx';
import { PlatformMark } from './platform-mark.tsx';
import { PostLink } from './post-link.tsx';
import { PostPicture } from './post-picture.tsx';
import { cutText, mainTime } from './post-words.ts';
import { ApprovalBadge, StateBadge } from './state-badge.tsx';
import { useSocialSettings } from './use-posts.ts';

const { overview, entries } = socialApi.endpoints;
const recentCount = 5;
const recentLength = 60;

/** Figures, what was written last, where posts go, and what is done most. */
export function Overview() {
  const { set } = useAddress();
  const figures = useEndpoint(overview);
  const recent = useEndpoint(entries, { query: { limit: String(recentCount) } });
  const counts = figures.data;
  const total = counts ? counts.draft + counts.scheduled + counts.published : null;
  return (
    <>
      <ChannelNotices />
      <Tiles
        label="Posts by state"
        selected="none"
        failed={figures.isError}
        tiles={[
          { key: 'all', label: 'Total Posts', count: total },
          { key: 'draft', label: 'Drafts', count: counts?.draft ?? null },
          { key: 'scheduled', label: 'Scheduled', count: counts?.scheduled ?? null },
          { key: 'published', label: 'Published', count: counts?.published ?? null },
        ]}
        onSelect={(key) => set({ view: 'posts', status: key === 'all' ? undefined : key })}
      />
      <div className="mt-5 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
        <Part title="Recent Posts">
          {recent.data ? (
            recent.data.length === 0 ? (
              <FirstTime />
            ) : (
              <ul className="divide-y divide-border">
                {recent.data.map((post) => (
                  <RecentPost key={post.id} post={post} />
                ))}
              </ul>
            )
          ) : recent.error ? (
            <ErrorState
              title="The posts could not be loaded"
              error={recent.error}
              onRetry={() => void recent.refetch()}
            />
          ) : (
            <Loading label="Loading posts" className="space-y-4 p-4">
              {Array.from({ length: recentCount }, (_, index) => (
                <Skeleton key={index} className="h-12" />
              ))}
            </Loading>
          )}
        </Part>
        <div className="grid gap-4">
          <Part title="Quick Actions">
            <QuickActions />
          </Part>
          <Part title="Platform Distribution">
            {counts ? (
              <PlatformChart counts={counts.byPlatform} />
            ) : figures.error ? (
              <ErrorState
                title="The figures could not be loaded"
                error={figures.error}
                onRetry={() => void figures.refetch()}
              />
            ) : (
              <Loading label="Loading figures" className="space-y-5 p-5">
                <Skeleton className="h-6" />
                <Skeleton className="h-6" />
                <Skeleton className="h-6" />
              </Loading>
            )}
          </Part>
        </div>
      </div>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="panel overflow-hidden">
      <h2 className="border-b border-border px-5 py-3 font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function RecentPost({ post }: { post: PostDetails }) {
  const zone = useZone();
  const { instant, label } = mainTime(post);
  return (
    <li className="relative flex items-center gap-3.5 px-5 py-3 hover:bg-hover">
      <div className="w-16 shrink-0 overflow-hidden rounded-md">
        <PostPicture post={post} small />
      </div>
      <div className="min-w-0 grow">
        <PostLink post={post} className="break-words after:absolute after:inset-0">
          {cutText(post.content, recentLength)}
        </PostLink>
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
          <PlatformMark platform={post.platform} named />
          <time dateTime={instant} title={exactDateTime(instant, zone)}>
            {label} {shortDateTime(instant, zone)}
          </time>
          <span className="flex flex-wrap gap-1.5 sm:hidden">
            <ApprovalBadge post={post} />
            <StateBadge post={post} />
          </span>
        </p>
      </div>
      <span className="flex shrink-0 gap-1.5 max-sm:hidden">
        <ApprovalBadge post={post} />
        <StateBadge post={post} />
      </span>
    </li>
  );
}

function QuickActions() {
  const mayWrite = useCan('social.write');
  const formUrl = useSocialSettings().data?.formUrl ?? null;
  const wide = 'w-full justify-start';
  return (
    <div className="grid gap-2 p-4">
      {mayWrite ? (
        formUrl ? (
          <a
            href={formUrl}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass('secondary', wide)}
          >
            <ExternalLink size={16} aria-hidden />
            Create New Post
          </a>
        ) : (
          <ComposeLink className={wide}>
            <PenLine size={16} aria-hidden />
            Create New Post
          </ComposeLink>
        )
      ) : null}
      <Link to="." search={{ tab: 'social', view: 'calendar' }} className={buttonClass('secondary', wide)}>
        <CalendarDays size={16} aria-hidden />
        View Calendar
      </Link>
      <Link
        to="."
        search={{ tab: 'social', view: 'posts', status: 'scheduled' }}
        className={buttonClass('secondary', wide)}
      >
        <CalendarRange size={16} aria-hidden />
        Manage Schedule
      </Link>
    </div>
  );
}
