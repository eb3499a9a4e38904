import { useOpenOnTab } from '#web/use-open-on-tab.ts';

/** What lies over the tab: an article by its id or a new one, also for a question; the lines of synonyms; what was brought in; a try of the agent. */
type Opened =
  | { article: string; question?: string }
  | { synonyms: '1'; article?: undefined }
  | { sources: '1'; article?: undefined }
  | { ask: '1'; article?: undefined };

/** Opens something over the tab as it is filtered; Back closes it. */
export function useOpenSupport(): (what: Opened) => void {
  return useOpenOnTab('support');
}
