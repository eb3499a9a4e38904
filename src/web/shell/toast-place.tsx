import { lazy, Suspense, useSyncExternalStore } from 'react';
import { currentToast, onToast } from '../toast.ts';

const Toaster = lazy(async () => ({ default: (await import('../ui/toaster.tsx')).Toaster }));

/** Where toasts appear; their code is loaded with the first one. */
export function ToastPlace() {
  const wanted = useSyncExternalStore(onToast, currentToast) !== null;
  return wanted ? (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  ) : null;
}
