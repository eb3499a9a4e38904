import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { z } from 'zod';
import { type ApiError, callPage, type Page } from '#web/api.ts';
import { keyOf, pagesReadAgain, queryClient } from '#web/query.ts';
import { type Lead, type LeadSort, leadSort, leadsApi } from '../contract.ts';
import { type LeadStage, leadStage } from '../stage.ts';

const { list } = leadsApi.endpoints;

export interface LeadFilter {
  search: string;
  /** The search looks in the messages as well. */
  searchMessages: boolean;
  stage: LeadStage | null;
  sort: LeadSort;
}

/** The filter that an address says; what is not known counts as not said. */
export function filterOf(params: Record<string, string | undefined>): LeadFilter {
  const stage = leadStage.safeParse(params.stage);
  const sort = leadSort.safeParse(params.sort);
  return {
    search: (params.search ?? '').slice(0, 200),
    searchMessages: params.in === 'messages',
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
export function useLeads({ search, searchMessages, stage, sort }: LeadFilter) {
  const inMessages = search !== '' && searchMessages ? { searchMessages: '1' as const } : {};
  const request = { query: { limit: '100', search, sort, ...inMessages, ...(stage ? { stage } : {}) } };
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

/** The stage that a cached list is filtered by. */
function stageOf(key: readonly unknown[]): string | null {
  const [, request] = key;
  const parsed = z.object({ query: z.object({ stage: z.string().optional() }) }).safeParse(request);
  return parsed.success ? (parsed.data.query.stage ?? null) : null;
}

/** A lead from any list that is held. */
export function heldLead(threadId: string): Lead | undefined {
  const lists = queryClient.getQueriesData<Pages>({ queryKey: [list.path] });
  for (const [, data] of lists)
    for (const page of data && 'pages' in data ? data.pages : [])
      for (const row of page.rows) if (row.thread_id === threadId) return row;
  return undefined;
}

/** The rows of one list after a change: a lead that no longer belongs there leaves, one that belongs there now comes first. */
function patched(pages: Page<Lead[]>[], changed: Lead, stage: string | null): Page<Lead[]>[] {
  const belongs = stage === null || stage === changed.stage;
  const held = pages.some((page) => page.rows.some((row) => row.thread_id === changed.thread_id));
  if (!held && (stage === null || !belongs)) return pages;
  const change = belongs === held ? 0 : belongs ? 1 : -1;
  return pages.map((page, index) => {
    const rows = belongs
      ? page.rows.map((row) => (row.thread_id === changed.thread_id ? changed : row))
      : page.rows.filter((row) => row.thread_id !== changed.thread_id);
    return {
      ...page,
      total: page.total + change,
      rows: change === 1 && index === 0 ? [changed, ...rows] : rows,
    };
  });
}

/** Puts a changed lead into every list that holds it or should, at once. */
export function patchLists(change: Pick<Lead, 'thread_id'> & Partial<Lead>): void {
  const before = heldLead(change.thread_id);
  if (!before) return;
  const changed = { ...before, ...change };
  for (const [key, data] of queryClient.getQueriesData<Pages>({ queryKey: [list.path] })) {
    if (data && 'pages' in data) {
      queryClient.setQueryData<Pages>(key, { ...data, pages: patched(data.pages, changed, stageOf(key)) });
    }
  }
}
