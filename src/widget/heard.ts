import type { Heard } from './line.ts';
import { insert } from './messages.ts';
import type { Shown } from './panel.ts';
import { fill, type Words } from './words.ts';

/** So long somebody counts as writing after the latest sign of it, milliseconds. */
const typingShownMs = 4000;

/** What comes over the line of a conversation is put into what is shown of it. */
export function heardBy(
  shown: Shown,
  words: Words,
  { changed, gone }: { changed: () => void; gone: () => void },
): Heard {
  let typingEnds: ReturnType<typeof setTimeout> | undefined;
  return {
    message: (message) => {
      if (message.sender !== 'visitor') shown.typing = null;
      if (message.action === 'answer') shown.hasThanked = false;
      insert(shown.messages, message);
      changed();
    },
    state: (state) => {
      shown.state = state;
      changed();
    },
    typing: (who, name) => {
      shown.typing = fill(words.writing, name ?? (who === 'agent' ? words.assistant : ''));
      clearTimeout(typingEnds);
      typingEnds = setTimeout(() => {
        shown.typing = null;
        changed();
      }, typingShownMs);
      changed();
    },
    connected: (isConnected) => {
      shown.isConnected = isConnected;
      changed();
    },
    gone,
  };
}
