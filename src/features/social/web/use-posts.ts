import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type ApiError, callPage, type Page } from '#web/api.ts';
import { keyOf, queryClient, useEndpoint } from '#web/query.ts';
import { type PostDetails, type SocialPost, socialApi } from '../contract.ts';
import { groupOf, type PostGroup } from '../post-state.ts';
import { socialApiOfSettings } from '../settings-contract.ts';
import type { PostFilter } from './hub-address.ts';

const { entries, read } = socialApi.endpoints;

type Pages = { pages: Page<PostDetails[]>[]; pageParams: string[] };

const pageSize = '24';

/** The posts of one section under a filter, in pages that follow the server's cursor. */
export function useSection(group: PostGroup, { search, platform }: PostFilter) {
  const query = {
    limit: pageSize,
    status: group,
    search,
    ...(platform ? { platform } : {}),
    ...(group === 'scheduled' ? { sort: 'soonest' as const } : {}),
  };
  const list = useInfiniteQuery<Page<PostDetails[]>, ApiError, Pages, readonly unknown[], string>({
    queryKey: keyOf(entries, { query }),
    queryFn: ({ pageParam, signal }) =>
      callPage(entries, { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });
  const rows = useMemo(() => {
    const seen = new Set<string>();
    // A post that moved while the list was read would come twice.
    return (list.data?.pages ?? []).flatMap((page) =>
      page.rows.filter(({ id }) => !seen.has(id) && seen.add(id)),
    );
  }, [list.data]);
  return { list, rows, total: list.data?.pages.at(-1)?.total ?? null };
}

export function useSocialSettings() {
  return useEndpoint(socialApiOfSettings.endpoints.read);
}

function isPages(data: unknown): data is Pages {
  return typeof data === 'object' && data !== null && 'pages' in data;
}

/** Puts every held list of posts through a function; lists of one group lose what no longer belongs there. */
function changeHeld(change: (rows: PostDetails[]) => PostDetails[]): void {
  for (const [key, data] of queryClient.getQueriesData({ queryKey: [entries.path] })) {
    if (Array.isArray(data))
      queryClient.setQueryData<PostDetails[]>(key, (held) => (held ? change(held) : held));
    else if (isPages(data))
      queryClient.setQueryData<Pages>(key, {
        ...data,
        pages: data.pages.map((page) => {
          const rows = change(page.rows).filter((row) => {
            const before = page.rows.find(({ id }) => id === row.id);
            return before === undefined || groupOf(before.state) === groupOf(row.state);
          });
          return { ...page, rows, total: page.total - (page.rows.length - rows.length) };
        }),
      });
  }
}

/** Shows a changed post at once wherever it is shown. */
export function patchPost(id: string, change: Partial<SocialPost & PostDetails>): void {
  changeHeld((rows) => rows.map((row) => (row.id === id ? { ...row, ...change } : row)));
  queryClient.setQueryData<PostDetails>(keyOf(read, { params: { id } }), (held) =>
    held ? { ...held, ...change } : held,
  );
}

/** Takes a post out of every list at once. */
export function dropPost(id: string): void {
  changeHeld((rows) => rows.filter((row) => row.id !== id));
}

/** Stops what is being read and remembers what is shown; calling the answer shows it again. */
export async function rememberPosts(): Promise<() => void> {
  const paths = [entries.path, read.path];
  await Promise.all(paths.map((path) => queryClient.cancelQueries({ queryKey: [path] })));
  const held = paths.flatMap((path) => queryClient.getQueriesData({ queryKey: [path] }));
  return () => {
    for (const [key, data] of held) queryClient.setQueryData(key, data);
  };
}
