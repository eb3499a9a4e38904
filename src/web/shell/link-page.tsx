import { QueryClientProvider, type UseQueryResult } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { ApiError } from '#web/api.ts';
import { queryClient } from '#web/query.ts';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

const route = z.object({ token: z.string() });

/** A page for the holder of a signed link, on a phone more often than not. No sign-in. */
export function LinkPage({ children }: { children: (token: string) => ReactNode }) {
  const params = route.safeParse(useParams({ strict: false }));
  // Pages without a sign-in bring their own queries: the sign-in page does without.
  return (
    <QueryClientProvider client={queryClient}>
      <div className="flex min-h-dvh flex-col px-4">
        <main className="mx-auto w-full max-w-[560px] grow pt-8 pb-12 sm:pt-14">
          {children(params.success ? params.data.token : '')}
        </main>
      </div>
    </QueryClientProvider>
  );
}

interface LinkContentProps<Data> {
  found: UseQueryResult<Data, Error>;
  /** What lies behind the link, such as 'post'. */
  what: string;
  /** What to do when the link leads nowhere. */
  help: string;
  children: (data: Data) => ReactNode;
}

/** What lies behind the link, or why it cannot be shown. */
export function LinkContent<Data>({ found, what, help, children }: LinkContentProps<Data>) {
  const { data, error } = found;
  if (data !== undefined) return children(data);
  if (error instanceof ApiError && (error.status === 400 || error.status === 404))
    return (
      <EmptyState
        title="This link does not work"
        text={`It may be incomplete: copy the whole link from the mail. ${help}`}
      />
    );
  if (error)
    return (
      <ErrorState
        title={`The ${what} could not be loaded`}
        error={error}
        onRetry={() => void found.refetch()}
      />
    );
  return (
    <Loading label={`Loading the ${what}`} className="space-y-4">
      <Skeleton className="h-7 w-2/3" />
      <Skeleton className="h-60 rounded-lg" />
    </Loading>
  );
}
