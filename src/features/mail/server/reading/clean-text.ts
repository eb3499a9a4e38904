/**
 * A string that PostgreSQL takes: NUL is dropped (text and jsonb refuse it: errors 22021, 22P05), a lone surrogate
 * becomes U+FFFD (it has no UTF-8 form).
 */
export function cleanText(text: string): string {
  const whole = text.isWellFormed() ? text : text.toWellFormed();
  return whole.includes('\0') ? whole.replaceAll('\0', '') : whole;
}

/** On one line: white space of all kinds collapsed, trimmed, at most `limit` characters (no split pair). */
export function oneLine(text: string, limit: number): string {
  const line = text
    .slice(0, limit * 4)
    .replace(/[\s\u00a0\u200b\ufeff]+/gu, ' ')
    .trim();
  return cleanText(line.slice(0, limit)).trimEnd();
}
