import { useCallback } from 'react';
import { dashboardApi } from '#features/dashboard/contract.ts';
import { useAddress } from '#web/address.ts';
import { useEndpoint } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { useRowKeys } from '#web/ui/use-row-keys.ts';
import { platformRules } from '../platforms.ts';
import { type PostGroup, postGroup } from '../post-state.ts';
import { FirstTime } from './first-time.tsx';
import { filterOf, type PostFilter } from './hub-address.ts';
import { PostSection } from './post-section.tsx';
import { groupNames } from './post-words.ts';
import { PostsTools } from './posts-tools.tsx';
import { useSection } from './use-posts.ts';

function sumOf(totals: readonly (number | null)[]): number | null {
  return totals.reduce<number | null>(
    (sum, total) => (sum === null || total === null ? null : sum + total),
    0,
  );
}

/** All posts in three sections, under search and filters that the address holds. */
export function PostsView() {
  const { params, set } = useAddress();
  const filter = filterOf(params);
  const total = useEndpoint(dashboardApi.endpoints.stats).data?.socialPosts.total ?? null;
  const { searchBox, list: cards } = useRowKeys('post');
  // All three are read whatever the filter: the figures of the other sections stay at hand.
  const sections: Record<PostGroup, ReturnType<typeof useSection>> = {
    draft: useSection('draft', filter),
    scheduled: useSection('scheduled', filter),
    published: useSection('published', filter),
  };
  const shown = postGroup.options.filter((group) => filter.status === null || filter.status === group);
  const matching = sumOf(shown.map((group) => sections[group].total));
  const filtered = filter.search !== '' || filter.status !== null || filter.platform !== null;
  const nothing = matching === 0 && shown.every((group) => !sections[group].list.isError);

  const change = useCallback(
    (patch: Record<string, string | undefined>) => set(patch, { replace: true }),
    [set],
  );

  return (
    <>
      <PostsTools filter={filter} onChange={change} matching={matching} total={total} searchBox={searchBox} />
      <div ref={cards}>
        {nothing ? (
          <div className="panel mt-4">
            {filtered ? (
              <NothingFound
                filter={filter}
                onClear={() => set({ search: undefined, status: undefined, platform: undefined })}
              />
            ) : (
              <FirstTime />
            )}
          </div>
        ) : (
          shown.map((group) => <PostSection key={group} group={group} section={sections[group]} />)
        )}
      </div>
    </>
  );
}

function NothingFound({ filter, onClear }: { filter: PostFilter; onClear: () => void }) {
  const said = [
    filter.status ? `that is ${groupNames[filter.status].toLowerCase()}` : '',
    filter.platform ? `for ${platformRules[filter.platform].name}` : '',
    filter.search ? `with “${filter.search}” in text or platform` : '',
  ].filter(Boolean);
  return (
    <EmptyState
      title="No posts found"
      text={<p className="break-words">There is no post {said.join(' ')}.</p>}
      actions={<Button onClick={onClear}>Clear all filters</Button>}
    />
  );
}
