import type { Tone } from '#web/ui/badge.tsx';
import type { ConversationRow, ConversationState, ConversationView } from '../conversation-contract.ts';

export const stateNames: Record<ConversationState, string> = {
  agent: 'Assistant',
  waiting: 'Waiting',
  person: 'With a person',
  closed: 'Closed',
};

export const stateTones: Record<ConversationState, Tone> = {
  agent: 'neutral',
  waiting: 'warning',
  person: 'info',
  closed: 'outline',
};

export const viewNames: Record<ConversationView, string> = {
  waiting: 'Waiting',
  mine: 'Mine',
  open: 'Open',
  closed: 'Closed',
};

/** What a visitor is called: the name, else the address, else that nobody knows. */
export function visitorName({
  visitorName: name,
  visitorEmail,
}: Pick<ConversationRow, 'visitorName' | 'visitorEmail'>): string {
  return name ?? visitorEmail ?? 'Visitor';
}

const languages = new Intl.DisplayNames('en-AU', { type: 'language', fallback: 'code' });

/** 'German' for `de`; the tag itself where it is none (BCP 47). */
export function languageName(tag: string): string {
  try {
    return languages.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** The page without what every address begins with. */
export function pageName(page: string): string {
  return page.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
