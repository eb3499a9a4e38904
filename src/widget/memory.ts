/** The message that begins a conversation, until the server has said that it did. */
export interface First {
  /** Made once: sent again with it, it begins the same conversation. */
  key: string;
  text: string;
}

/** A conversation that was begun. */
export interface Kept {
  token: string;
  isOpen: boolean;
  /** The newest message that was on the screen. */
  seen: number;
  /** Of the message that began it. */
  key?: string;
}

const keyOf = (slug: string): string => `hub-chat:${slug}`;

function isKept(value: object): value is Kept {
  return (
    'token' in value &&
    typeof value.token === 'string' &&
    'isOpen' in value &&
    typeof value.isOpen === 'boolean' &&
    'seen' in value &&
    typeof value.seen === 'number'
  );
}

function isFirst(value: object): value is First {
  return 'key' in value && typeof value.key === 'string' && 'text' in value && typeof value.text === 'string';
}

/** What the browser keeps for all tabs of a website: only after the first message, and one of these at most. */
export interface Memory {
  kept: Kept | null;
  first: First | null;
}

/** Nothing also where the browser lets nothing be kept: the conversation then lasts as long as the page. */
export function recall(slug: string): Memory {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(slug)) ?? 'null');
    if (typeof value === 'object' && value !== null)
      return { kept: isKept(value) ? value : null, first: isFirst(value) ? value : null };
  } catch {
    // As where nothing was kept.
  }
  return { kept: null, first: null };
}

/** @returns whether the browser keeps it, so that other tabs have it as well */
export function keep(slug: string, memory: Kept | First | null): boolean {
  try {
    if (memory) localStorage.setItem(keyOf(slug), JSON.stringify(memory));
    else localStorage.removeItem(keyOf(slug));
    return true;
  } catch {
    return false;
  }
}
