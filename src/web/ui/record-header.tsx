import type { ReactNode } from 'react';
import { Avatar } from './avatar.tsx';
import { Skeleton } from './skeleton.tsx';

interface RecordHeaderProps {
  name: string;
  subtitle: string;
  badge: ReactNode;
}

/** Who or what a wide dialog is about. For the eye: the dialog's title and description are what is read aloud. */
export function RecordHeader({ name, subtitle, badge }: RecordHeaderProps) {
  return (
    <div className="flex items-center gap-3.5" aria-hidden>
      <Avatar name={name} size="large" />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <p dir="auto" title={name} className="max-w-full truncate text-lg font-semibold">
            {name}
          </p>
          {badge}
        </div>
        <p dir="auto" title={subtitle} className="truncate text-sm text-muted">
          {subtitle}
        </p>
      </div>
    </div>
  );
}

/** The same before it is there, or the kind of thing alone where it could not be loaded. */
export function RecordHeaderSkeleton({ kind, failed }: { kind: string; failed: boolean }) {
  return failed ? (
    <p aria-hidden className="text-lg font-semibold">
      {kind}
    </p>
  ) : (
    <div className="late flex items-center gap-3.5">
      <Skeleton className="size-11 rounded-full" />
      <div className="space-y-2">
        <Skeleton className="h-4 w-44" />
        <Skeleton className="w-64" />
      </div>
    </div>
  );
}
