import { SENT_FROM } from './quote-words.ts';

/** A signature block is short; a long text after '-- ' is somebody's text. */
const MAX_SIGNATURE_LINES = 30;

const DELIMITER = /^(?:--|-- |—|_{5,}|—{2,})\s*$/u;
const FENCE = /^\s*```/u;

/** The line where a signature begins, `to` if there is none. Code between ``` fences is never one. */
export function signatureStart(lines: readonly string[], from: number, to: number): number {
  let fenced = false;
  for (let i = from; i < to; i += 1) {
    const line = lines[i] ?? '';
    if (FENCE.test(line)) fenced = !fenced;
    if (fenced || !isDelimiter(line) || to - i > MAX_SIGNATURE_LINES) continue;
    // Lines that divide a text come more than once, unless they are the one of RFC 3676.
    if (line === '-- ' || !lines.slice(i + 1, to).some((later) => later.trimEnd() === line.trimEnd()))
      return i;
    return to;
  }
  return to;
}

function isDelimiter(line: string): boolean {
  return line.length < 80 && DELIMITER.test(line);
}

/** `to` moved up over trailing blank lines, dividers and 'Sent from my …' lines. */
export function trimTail(lines: readonly string[], from: number, to: number): number {
  let end = to;
  while (end > from) {
    const line = lines[end - 1] ?? '';
    if (line.length > 200) break;
    if (!/^[\s\u00a0*_=\-–—\ufeff]*$/u.test(line) && !SENT_FROM.test(line)) break;
    end -= 1;
  }
  return end;
}
