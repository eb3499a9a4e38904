import { useCallback } from 'react';
import { useOpenOnTab } from '#web/use-open-on-tab.ts';

/** Opens a post over the screen that is there, or over the hub; Back closes it. */
export function useOpenPost(): (id: string, how?: { edit?: boolean }) => void {
  const open = useOpenOnTab('social');
  return useCallback((id, how = {}) => open({ post: id, ...(how.edit ? { edit: '1' } : {}) }), [open]);
}
