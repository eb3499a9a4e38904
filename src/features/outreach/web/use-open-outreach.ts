import { useOpenOnTab } from '#web/use-open-on-tab.ts';

/** What lies over the list: a prospect by its id, the form of a new one, or the import. */
export type Opened = { prospect: string } | { add: '1' } | { import: '1' };

/** Opens something over the prospects as they are filtered, or over the tab; Back closes it. */
export function useOpenOutreach(): (what: Opened) => void {
  return useOpenOnTab('outreach');
}
