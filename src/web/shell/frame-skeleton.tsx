import { Loading, Skeleton } from '../ui/skeleton.tsx';

/** The frame before it is known who is signed in. */
export function FrameSkeleton() {
  return (
    <Loading label="Opening your workspace">
      <div className="flex h-14 items-center gap-6 border-b border-border bg-surface px-4 md:px-6">
        <Skeleton className="size-7 rounded-md" />
        <Skeleton className="h-3.5 w-36" />
        <Skeleton className="hidden h-3.5 w-24 md:block" />
        <Skeleton className="hidden h-3.5 w-24 md:block" />
      </div>
    </Loading>
  );
}
