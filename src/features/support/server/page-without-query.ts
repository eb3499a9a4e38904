import { conversationLimits } from '#features/support/conversation-contract.ts';

/**
 * The address of the page on which a visitor writes, as people of the team see it: its query and fragment may hold what is
 * the visitor's alone, such as a token or an email address. Null for what is no web address.
 */
export function pageWithoutQuery(page: string | undefined): string | null {
  if (page === undefined || !URL.canParse(page)) return null;
  const { protocol, origin, pathname } = new URL(page);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  return `${origin}${pathname}`.slice(0, conversationLimits.page);
}
