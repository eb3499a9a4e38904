import { Button } from '#web/ui/button.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import type { PostGroup } from '../post-state.ts';
import { PostCard } from './post-card.tsx';
import { entriesOf, groupNames } from './post-words.ts';
import type { useSection } from './use-posts.ts';

const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,290px),1fr))] gap-3';

interface PostSectionProps {
  group: PostGroup;
  section: ReturnType<typeof useSection>;
}

/** The posts of one group with the server's count, more of them when asked for. */
export function PostSection({ group, section }: PostSectionProps) {
  const { list, rows, total } = section;
  const title = `${groupNames[group]} Posts`;
  if (total === 0 && rows.length === 0 && !list.isError) return null;
  return (
    <section aria-label={title} aria-busy={list.isPlaceholderData} className="mt-6 first:mt-4">
      <h2 className="mb-3 flex items-baseline gap-2 text-lg font-semibold">
        {title}
        <span className="figures text-base font-normal text-muted">{total?.toLocaleString('en-AU')}</span>
      </h2>
      {list.isPending ? (
        <Loading label={`Loading ${title}`} className={grid}>
          <Skeleton className="h-80 rounded-lg" />
          <Skeleton className="h-80 rounded-lg" />
          <Skeleton className="h-80 rounded-lg" />
        </Loading>
      ) : list.isError && rows.length === 0 ? (
        <div className="panel">
          <ErrorState
            title="These posts could not be loaded"
            error={list.error}
            onRetry={() => void list.refetch()}
          />
        </div>
      ) : (
        <ul className={grid}>
          {entriesOf(rows).map((variants) => (
            <PostCard key={variants[0]?.entryId} variants={variants} />
          ))}
        </ul>
      )}
      {list.hasNextPage ? (
        <div className="mt-4 flex justify-center">
          <Button busy={list.isFetchingNextPage && 'Loading...'} onClick={() => void list.fetchNextPage()}>
            Show more {groupNames[group].toLowerCase()} posts
          </Button>
        </div>
      ) : null}
    </section>
  );
}
