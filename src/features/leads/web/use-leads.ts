import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type ApiError, callPage, type Page } from '#web/api.ts';
import { keyOf, pagesReadAgain, queryClient } from '#web/query.ts';
import { type Lead, type LeadSort, leadSort, leadsApi } from '../contract.ts';
import { type LeadStage, leadStage } from '../stage.ts';

const { list } = leadsApi.endpoints;

export interface LeadFilter {
  search: string;
  stage: LeadStage | null;
  sort: LeadSort;
}

/** The filter that an address says; what is not known counts as not said. */
export function filterOf(params: Record<string, string | undefined>): LeadFilter {
  const stage = leadStage.safeParse(params.stage);
  const sort = leadSort.safeParse(params.sort);
  return {
    search: (params.search ?? '').slice(0, 200),
    stage: stage.success ? stage.data : null,
    sort: sort.success ? sort.data : 'latest_updated',
  };
}

type Pages = { pages: Page<Lead[]>[]; pageParams: string[] };

function keepFirstPages(key: readonly unknown[], count: number): void {
  queryClient.setQueryData<Pages>(key, (data) =>
    data ? { pages: data.pages.slice(0, count), pageParams: data.pageParams.slice(0, count) } : undefined,
  );
}

/** The leads under a filter, in pages that follow the server's cursor. */
export function useLeads({ search, stage, sort }: LeadFilter) {
  const request = { query: { limit: '100', search, sort, ...(stage ? { stage } : {}) } };
  const key = keyOf(list, request);
  const hash = JSON.stringify(key);
  const query = useInfiniteQuery<Page<Lead[]>, ApiError, Pages, readonly unknown[], string>({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      callPage(
        list,
        { query: { ...request.query, ...(pageParam ? { cursor: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    // Out of date only when told so: that is how the screen knows to offer the newest.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });

  // Coming back reads again what is kept, so a long list is cut to its beginning when it is left.
  useEffect(() => () => keepFirstPages(JSON.parse(hash), pagesReadAgain), [hash]);

  const rows = useMemo(() => {
    const seen = new Set<string>();
    // A lead that moved up while the list was read would come twice.
    return (query.data?.pages ?? []).flatMap((page) =>
      page.rows.filter((row) => !seen.has(row.thread_id) && seen.add(row.thread_id)),
    );
  }, [query.data]);

  return {
    query,
    rows,
    matching: query.data?.pages.at(-1)?.total ?? null,
    /** The list changed while it was scrolled too far to be read again by itself. */
    outdated: query.isStale && !query.isFetching && rows.length > 0,
    showNewest: () => {
      keepFirstPages(key, 1);
      window.scrollTo({ top: 0 });
      void query.refetch();
    },
  };
}

/** Puts a changed lead into every list that holds it, at once. */
export function patchLists(changed: Pick<Lead, 'thread_id'> & Partial<Lead>): void {
  queryClient.setQueriesData<Pages>({ queryKey: [list.path] }, (data) =>
    data && 'pages' in data
      ? {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            rows: page.rows.map((row) =>
              row.thread_id === changed.thread_id ? { ...row, ...changed } : row,
            ),
          })),
        }
      : data,
  );
}
