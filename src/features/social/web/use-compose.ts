import { useCallback } from 'react';
import { useOpenOnTab } from '#web/use-open-on-tab.ts';

/** Opens the composer over the hub; from another screen the hub comes with it. */
export function useCompose(): () => void {
  const open = useOpenOnTab('social');
  return useCallback(() => open({ compose: '1' }), [open]);
}
