/** A piece of a message: plain text, or text that may be clicked. */
export interface TextPiece {
  text: string;
  href: string | null;
}

const address =
  /\bhttps?:\/\/[^\s<>"'`{}|\\^]{1,2000}|\b[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5}\b/gi;

/** Brackets and full stops at the end of an address belong to the sentence. */
function trimmed(found: string): string {
  let text = found.replace(/[.,;:!?]+$/, '');
  while (text.endsWith(')') && !text.includes('(')) text = text.slice(0, -1);
  return text;
}

/** Finds what can be clicked in a message: http, https and email addresses, nothing else (abuse case S11). */
export function linkedText(content: string): TextPiece[] {
  const pieces: TextPiece[] = [];
  let end = 0;
  for (const match of content.matchAll(address)) {
    const text = trimmed(match[0]);
    if (match.index > end) pieces.push({ text: content.slice(end, match.index), href: null });
    const isWeb = /^https?:/i.test(text);
    pieces.push({ text, href: isWeb ? text : `mailto:${text}` });
    end = match.index + text.length;
  }
  if (end < content.length) pieces.push({ text: content.slice(end), href: null });
  return pieces;
}
