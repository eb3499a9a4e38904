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
    if (!fenced && line.length < 80 && DELIMITER.test(line) && to - i <= MAX_SIGNATURE_LINES) return i;
  }
  return to;
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
