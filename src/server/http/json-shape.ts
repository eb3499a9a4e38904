import { AppError } from '#shared/errors.ts';

/** Deeper JSON is nobody's; it would only exhaust the stack of what walks it. */
const deepest = 1000;
/** Brackets, commas and colons of one body: a million are parsed in about 0.2 s, during which nobody else is served. */
const mostMarks = 1_000_000;

const quote = 0x22;
const backslash = 0x5c;
const marks = new Set(Buffer.from(',:[]{}'));
const opening = new Set(Buffer.from('[{'));
const closing = new Set(Buffer.from(']}'));

/**
 * Refuses JSON that would hold the process while it is parsed: nested too deeply, or of too many tiny values. Texts are
 * stepped over, so that this costs next to nothing for bodies that are large because their texts are.
 * @throws AppError invalid, too_large
 */
export function assertParsable(bytes: Buffer): void {
  let depth = 0;
  let count = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) at = endOfText(bytes, at);
    else if (marks.has(byte)) {
      count += 1;
      if (opening.has(byte)) depth += 1;
      else if (closing.has(byte)) depth -= 1;
      if (depth > deepest) throw new AppError('invalid', 'The body is nested too deeply.');
      if (count > mostMarks)
        throw new AppError('too_large', 'The body holds too many values. Send fewer of them at once.');
    }
  }
}

/** Where the text that begins at `start` ends; the end of the bytes when it does not. */
function endOfText(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(quote, start + 1); end >= 0; end = bytes.indexOf(quote, end + 1)) {
    let slashes = 0;
    while (bytes[end - 1 - slashes] === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return bytes.length;
}
