const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const numbers: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
};
const day = 86_400_000;

/** About when a timeline begins, to tell soon from far; null where the words do not say. Days are day before month. */
export function startOf(timeline: string, now: Date): Date | null {
  const text = timeline.toLowerCase();
  const year = now.getUTCFullYear();
  const given = Number(/\b(20\d\d)\b/.exec(text)?.[1] ?? 0);
  const numeric = /\b(\d{1,2})[/.](\d{1,2})(?:[/.](?:20)?(\d\d))?\b/.exec(text);
  if (numeric)
    return coming(
      numeric[3] ? 2000 + Number(numeric[3]) : given,
      Number(numeric[2]) - 1,
      Number(numeric[1]),
      now,
    );
  const iso = /\b(\d{4})-(\d\d)-(\d\d)\b/.exec(text);
  if (iso) return new Date(Date.UTC(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3])));
  const month = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/.exec(text)?.[1];
  if (month) {
    const date = Number(
      /\b(\d{1,2})(?:st|nd|rd|th)?\b/.exec(text)?.[1] ??
        (/late|end of/.test(text) ? 25 : /mid/.test(text) ? 15 : 1),
    );
    return coming(/next year/.test(text) ? year + 1 : given, months.indexOf(month), Math.min(date, 28), now);
  }
  if (given) return new Date(Date.UTC(given, 0, 1));
  const after = /\bin (?:about |around )?(\d+|[a-z]+) (day|week|month)/.exec(text);
  if (after) {
    const count = numbers[after[1] ?? ''] ?? Number(after[1]);
    const length = after[2] === 'day' ? 1 : after[2] === 'week' ? 7 : 30;
    return Number.isNaN(count) ? null : new Date(now.getTime() + count * length * day);
  }
  if (/next year/.test(text)) return new Date(Date.UTC(year + 1, 6, 1));
  if (/next week/.test(text)) return new Date(now.getTime() + 7 * day);
  if (/next month/.test(text)) return new Date(now.getTime() + 30 * day);
  return null;
}

/** The next such day from today on, unless the year is said. */
function coming(year: number, month: number, date: number, now: Date): Date {
  const at = new Date(Date.UTC(year || now.getUTCFullYear(), month, date));
  return year || at.getTime() > now.getTime() - 31 * day
    ? at
    : new Date(Date.UTC(at.getUTCFullYear() + 1, month, date));
}
