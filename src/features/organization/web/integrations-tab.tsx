import { lazy, Suspense } from 'react';
import { settings } from '#web/features.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

const sections = settings.map(({ order, section }) => ({
  order,
  Section: lazy(async () => ({ default: (await section()).Section })),
}));

/** What connects the organization with the world outside: each feature brings its own sections. */
export function IntegrationsTab() {
  return sections.map(({ order, Section }) => (
    <Suspense key={order} fallback={<Skeleton className="late mb-8 h-40 rounded-lg" />}>
      <Section />
    </Suspense>
  ));
}
