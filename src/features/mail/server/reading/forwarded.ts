import { isSeparator } from './cut-quotes.ts';
import { isMessageHead, readHeaderBlock } from './header-block.ts';
import { FORWARDED_LINE } from './quote-words.ts';

const unquoted = (line: string): string => line.replace(/^[\s>\u00a0\ufeff]+/u, '');

/** Whether a text opens with a mail program's forward line or with a quoted message's head. */
export function isForwardedText(text: string): boolean {
  const lines = text.slice(0, 4000).split('\n');
  const first = lines.findIndex((line) => unquoted(line).trim() !== '');
  if (first < 0) return false;
  if (FORWARDED_LINE.test(unquoted(lines[first] ?? ''))) return true;
  const block = isSeparator(lines[first] ?? '') ? null : readHeaderBlock(lines, first);
  return block !== null && isMessageHead(block);
}
