import { useState } from 'react';
import { exactDateTime, shortDateTime } from '#web/lib/dates.ts';
import { useZone } from '#web/session.tsx';
import { cx } from '#web/ui/cx.ts';
import { useNow } from '#web/ui/use-now.ts';
import type { PostDetails } from '../contract.ts';
import { platformRules } from '../platforms.ts';
import { EngagementLine } from './engagement-line.tsx';
import { PlatformMark } from './platform-mark.tsx';
import { PostButtons } from './post-buttons.tsx';
import { PostLink } from './post-link.tsx';
import { PostPicture } from './post-picture.tsx';
import { PostProblem } from './post-problem.tsx';
import { cutText, mainTime, postAge } from './post-words.ts';
import { ApprovalBadge, StateBadge } from './state-badge.tsx';

const previewLength = 100;

/** One post with its variants: the platform that is chosen is the one that is shown and acted on. */
export function PostCard({ variants }: { variants: readonly PostDetails[] }) {
  const zone = useZone();
  const now = useNow();
  const [chosen, setChosen] = useState<string | null>(null);
  const post = variants.find(({ id }) => id === chosen) ?? variants[0];
  if (!post) return null;
  const { instant, label } = mainTime(post);
  return (
    <li className="panel relative flex flex-col overflow-hidden focus-within:border-border-strong hover:border-border-strong">
      <PostPicture post={post} />
      <div className="flex grow flex-col gap-2 px-3.5 pt-3 pb-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          {variants.length > 1 ? (
            <fieldset aria-label="Shown variant" className="relative z-10 -ml-1 flex">
              {variants.map((one) => (
                <button
                  key={one.id}
                  type="button"
                  aria-pressed={one.id === post.id}
                  title={platformRules[one.platform].name}
                  onClick={() => setChosen(one.id)}
                  className={cx(
                    'control flex min-w-9 items-center justify-center rounded-md px-1',
                    one.id === post.id ? 'bg-theme-quiet text-theme' : 'hover:bg-hover',
                  )}
                >
                  <PlatformMark platform={one.platform} />
                </button>
              ))}
            </fieldset>
          ) : (
            <span className="control flex items-center text-sm font-medium">
              <PlatformMark platform={post.platform} named />
            </span>
          )}
          <span className="flex flex-wrap gap-1.5">
            <ApprovalBadge post={post} />
            <StateBadge post={post} />
          </span>
        </div>
        <PostLink post={post} className="break-words whitespace-normal after:absolute after:inset-0">
          {cutText(post.content, previewLength)}
        </PostLink>
        <p className="text-sm text-muted">
          <time dateTime={instant} title={exactDateTime(instant, zone)}>
            {label} {shortDateTime(instant, zone)}
          </time>
          {label === 'Goes out' ? null : ` · ${postAge(instant, now)}`}
        </p>
        {post.state === 'published' ? <EngagementLine engagement={post.engagement} /> : null}
        {post.permalink ? (
          <a
            href={post.permalink}
            target="_blank"
            rel="noopener noreferrer"
            className="link relative z-10 self-start text-sm"
          >
            View on {platformRules[post.platform].name}
          </a>
        ) : null}
        <PostProblem post={post} />
        <div className="relative z-10 mt-auto pt-1">
          <PostButtons post={post} />
        </div>
      </div>
    </li>
  );
}
