import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { z } from 'zod';
import type { Endpoint } from '#shared/endpoint.ts';
import type { Page } from './api.ts';
import { keyOf, type Pages, pagesReadAgain, queryClient, usePages } from './query.ts';

/** A list of rows that is read in pages and may be long. */
export interface LongList<Row> {
  endpoint: Endpoint<z.ZodObject, z.ZodObject, z.ZodType, z.ZodType<Row[]>>;
  idOf: (row: Row) => string;
  /** The parameter that filters the list by one value, and that value of a row. */
  filter: { param: string; valueOf: (row: Row) => string };
}

function keepFirstPages(key: readonly unknown[], count: number): void {
  queryClient.setQueryData<Pages<unknown>>(key, (data) =>
    data ? { pages: data.pages.slice(0, count), pageParams: data.pageParams.slice(0, count) } : undefined,
  );
}

/**
 * The rows under a query, in pages that follow the server's cursor.
 * @param params of the path, such as the id of what the rows belong to
 */
export function useLongList<Row>(
  { endpoint, idOf }: LongList<Row>,
  query: Record<string, string>,
  params?: Record<string, string>,
) {
  const request = { ...(params ? { params } : {}), query };
  const key = keyOf(endpoint, request);
  const hash = JSON.stringify(key);
  const found = usePages(endpoint, request, {
    placeholderData: keepPreviousData,
    // Out of date only when told so: that is how the screen knows to offer the newest.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });

  // Coming back reads again what is kept, so a long list is cut to its beginning when it is left.
  useEffect(() => () => keepFirstPages(JSON.parse(hash), pagesReadAgain), [hash]);

  const rows = useMemo(() => {
    const seen = new Set<string>();
    // A row that moved up while the list was read would come twice.
    return (found.data?.pages ?? []).flatMap((page) =>
      page.rows.filter((row) => !seen.has(idOf(row)) && seen.add(idOf(row))),
    );
  }, [found.data, idOf]);
  const ids = useMemo(() => rows.map(idOf), [rows, idOf]);

  return {
    query: found,
    rows,
    ids,
    matching: found.data?.pages.at(-1)?.total ?? null,
    /** The list changed while it was scrolled too far to be read again by itself. */
    outdated: found.isStale && !found.isFetching && rows.length > 0,
    showNewest: () => {
      keepFirstPages(key, 1);
      window.scrollTo({ top: 0 });
      void found.refetch();
    },
  };
}

/** Every list of the kind that is held, with the key that it is held under. */
function heldLists<Row>({ endpoint }: LongList<Row>): [readonly unknown[], Pages<Row[]>][] {
  const lists = queryClient.getQueriesData<Pages<Row[]>>({ queryKey: [endpoint.path] });
  // Under the same path lie also short lists, such as the palette's, which are not in pages.
  return lists.flatMap(([key, data]) => (data && 'pages' in data ? [[key, data]] : []));
}

/** A row from any list that is held. */
export function heldRow<Row>(list: LongList<Row>, id: string): Row | undefined {
  for (const [, data] of heldLists(list))
    for (const page of data.pages) for (const row of page.rows) if (list.idOf(row) === id) return row;
  return undefined;
}

/** The value that a held list is filtered by. */
function filterOf(key: readonly unknown[], param: string): string | null {
  const [, request] = key;
  const parsed = z.object({ query: z.record(z.string(), z.unknown()) }).safeParse(request);
  const value = parsed.success ? parsed.data.query[param] : undefined;
  return typeof value === 'string' ? value : null;
}

/** The pages of one list after a change: a row that no longer belongs there leaves, one that belongs there now comes first. */
function patched<Row>(
  { idOf, filter }: LongList<Row>,
  pages: Page<Row[]>[],
  changed: Row,
  only: string | null,
): Page<Row[]>[] {
  const id = idOf(changed);
  const belongs = only === null || only === filter.valueOf(changed);
  const held = pages.some((page) => page.rows.some((row) => idOf(row) === id));
  if (!held && (only === null || !belongs)) return pages;
  const change = belongs === held ? 0 : belongs ? 1 : -1;
  return pages.map((page, index) => {
    const rows = belongs
      ? page.rows.map((row) => (idOf(row) === id ? changed : row))
      : page.rows.filter((row) => idOf(row) !== id);
    return {
      ...page,
      total: page.total + change,
      rows: change === 1 && index === 0 ? [changed, ...rows] : rows,
    };
  });
}

/** Puts a changed row into every list that holds it or should, at once. */
export function patchHeld<Row>(list: LongList<Row>, id: string, change: Partial<Row>): void {
  const before = heldRow(list, id);
  if (!before) return;
  const changed = { ...before, ...change };
  for (const [key, data] of heldLists(list)) {
    const pages = patched(list, data.pages, changed, filterOf(key, list.filter.param));
    queryClient.setQueryData<Pages<Row[]>>(key, { ...data, pages });
  }
}
