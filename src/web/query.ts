import {
  type keepPreviousData,
  type Query,
  QueryClient,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
} from '@tanstack/react-query';
import type { Endpoint, Output, Request } from '#shared/endpoint.ts';
import { type ApiError, call, callPage, type Page } from './api.ts';
import { onTokenChange } from './token.ts';

/** Defaults of specification section 7: no retries, no refetch on focus, stale at once, unused data kept five minutes. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, refetchOnWindowFocus: false, staleTime: 0, gcTime: 5 * 60_000 },
    mutations: { retry: false },
  },
});

// What one session has read is not shown to the next one in the same browser.
onTokenChange(() => queryClient.clear());

/** Endpoint path first, so that everything of one endpoint can be refreshed by its path. */
export function keyOf<E extends Endpoint>(endpoint: E, request: Request<E> = {}): readonly unknown[] {
  return [endpoint.path, request];
}

interface EndpointOptions<Answer> {
  enabled?: boolean;
  /** Milliseconds; or said by the answer so far, undefined before the first one, false = not again. */
  refetchInterval?: number | ((answer: Answer | undefined) => number | false);
}

/** Reads an endpoint and keeps its answer under its path and request. */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  request: Request<E> = {},
  { refetchInterval, ...options }: EndpointOptions<Output<E>> = {},
): UseQueryResult<Output<E>, ApiError> {
  return useQuery<Output<E>, ApiError>({
    queryKey: keyOf(endpoint, request),
    queryFn: ({ signal }) => call(endpoint, request, { signal }),
    refetchInterval: (query) =>
      typeof refetchInterval === 'function' ? refetchInterval(query.state.data) : (refetchInterval ?? false),
    ...options,
  });
}

/** What is held of a list that is read in pages. */
export interface Pages<Rows> {
  pages: Page<Rows>[];
  pageParams: string[];
}

interface PagesOptions {
  placeholderData?: typeof keepPreviousData;
  refetchInterval?: number;
  refetchOnMount?: 'always';
  staleTime?: number;
}

/** Reads a list in pages that follow the server's cursor, and keeps them under its path and request. */
export function usePages<E extends Endpoint>(
  endpoint: E,
  request: Request<E> = {},
  options: PagesOptions = {},
) {
  return useInfiniteQuery<Page<Output<E>>, ApiError, Pages<Output<E>>, readonly unknown[], string>({
    queryKey: keyOf(endpoint, request),
    queryFn: ({ pageParam, signal }) => {
      const query = { ...request.query, ...(pageParam ? { cursor: pageParam } : {}) };
      // Each list in pages takes a cursor, which the compiler cannot see of an endpoint that may be any.
      return callPage(endpoint, { ...request, query } as Request<E>, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    ...options,
  });
}

/** A list that was scrolled further than this many pages is not read again by itself: that would be a call per page. */
export const pagesReadAgain = 3;

function isDeep(query: Query): boolean {
  const data: unknown = query.state.data;
  return (
    typeof data === 'object' &&
    data !== null &&
    'pages' in data &&
    Array.isArray(data.pages) &&
    data.pages.length > pagesReadAgain
  );
}

async function invalidate(matches: (query: Query) => boolean): Promise<void> {
  await queryClient.invalidateQueries({
    predicate: (query) => matches(query) && isDeep(query),
    refetchType: 'none',
  });
  await queryClient.invalidateQueries({ predicate: (query) => matches(query) && !isDeep(query) });
}

/** Reads everything of the named endpoints again; long lists are only marked as out of date. */
export function refresh(endpoints: readonly Endpoint[]): Promise<void> {
  return invalidate((query) => endpoints.some((entry) => entry.path === query.queryKey[0]));
}

/** After being away. */
export function refreshEverything(): Promise<void> {
  return invalidate(() => true);
}

interface ActionOptions<E extends Endpoint> {
  /** Endpoints whose answers this action changes. */
  refreshes?: readonly Endpoint[];
  onSuccess?: (answer: Output<E>, request: Request<E>) => void;
  onError?: (error: ApiError, request: Request<E>) => void;
}

/** Calls an endpoint when told to. */
export function useAction<E extends Endpoint>(endpoint: E, options: ActionOptions<E> = {}) {
  return useMutation<Output<E>, ApiError, Request<E>>({
    mutationFn: (request) => call(endpoint, request),
    onSuccess: async (answer, request) => {
      options.onSuccess?.(answer, request);
      await refresh(options.refreshes ?? []);
    },
    onError: (error, request) => options.onError?.(error, request),
  });
}
