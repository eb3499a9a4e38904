import { lazy, Suspense, useState } from 'react';
import { isStandalone, wasDismissed } from './install-state.ts';

const Banner = lazy(async () => ({ default: (await import('./install-banner.tsx')).InstallBanner }));

/** The banner's place; it is loaded only where it may come to be shown. */
export function InstallOffer() {
  const [isPossible] = useState(
    () => matchMedia('(width < 768px)').matches && !isStandalone() && !wasDismissed(),
  );
  return isPossible ? (
    <Suspense fallback={null}>
      <Banner />
    </Suspense>
  ) : null;
}
