const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** RFC 5322 section 4.3; unknown names and the military letters count as UTC. Hours. */
const ZONES: Record<string, number> = {
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  cet: 1,
  cest: 2,
  bst: 1,
  aest: 10,
  aedt: 11,
  jst: 9,
};

const DATE =
  /(?:^|[^\d])(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?[\s,-]+(\d{2,4})(?!\d)(?:[\s,]+(?:at\s+)?(\d{1,2})[:.](\d{1,2})(?:[:.](\d{1,2}))?(?:\.\d+)?\s*(am|pm)?)?\s*(?:(?:gmt|utc)?\s*([+-])(\d{1,2}):?(\d{2})|\(?([a-z]{1,5})\)?)?/u;
const ASCTIME =
  /^(?:[a-z]{3,9},?\s+)?([a-z]{3})[a-z]*\s+(\d{1,2}),?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s+([a-z]{1,5}))?\s+(\d{4})/u;

/** RFC 5322 section 4.3: two digits below 50 are 20xx, other two and three digits count from 1900. */
function fullYear(year: number, digits: number): number {
  if (digits === 2) return year < 50 ? year + 2000 : year + 1900;
  return digits === 3 ? year + 1900 : year;
}

/** A time as ISO UTC, or null for one that is none. */
export function isoDate(time: number): string | null {
  // PostgreSQL and JavaScript both take years 1 to 9999; others are nonsense in a mail.
  const date = new Date(time);
  if (Number.isNaN(time) || Number.isNaN(date.getTime())) return null;
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999 ? date.toISOString() : null;
}

/** A Date header (RFC 5322 section 3.3 and 4.3, comments dropped, common slips forgiven) as ISO UTC, else null. */
export function readDate(header: string): string | null {
  const text = header
    .slice(0, 300)
    .replace(/\([^()]*\)/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
  if (text === '') return null;
  const match = DATE.exec(text);
  const month = match === null ? -1 : MONTHS.indexOf(match[2] ?? '');
  if (match !== null && month >= 0) {
    const [
      ,
      day,
      ,
      year = '',
      hour = '0',
      minute = '0',
      second = '0',
      half,
      sign,
      zoneHours,
      zoneMinutes,
      zone,
    ] = match;
    const hours = (Number(hour) % (half === undefined ? 24 : 12)) + (half === 'pm' ? 12 : 0);
    const offset =
      sign === undefined
        ? (ZONES[zone ?? ''] ?? 0) * 60
        : (sign === '-' ? -1 : 1) * (Number(zoneHours) * 60 + Number(zoneMinutes));
    if (Number(day) < 1 || Number(day) > 31 || Number(minute) > 59 || Number(second) > 60) return null;
    const utc = Date.UTC(
      fullYear(Number(year), year.length),
      month,
      Number(day),
      hours,
      Number(minute),
      Number(second),
    );
    return isoDate(utc - offset * 60_000);
  }
  const asctime = ASCTIME.exec(text);
  if (asctime !== null) {
    const [, name = '', day, hour, minute, second = '0', zone = '', year] = asctime;
    const utc = Date.UTC(
      Number(year),
      MONTHS.indexOf(name),
      Number(day),
      Number(hour),
      Number(minute),
      Number(second),
    );
    return MONTHS.includes(name) ? isoDate(utc - (ZONES[zone] ?? 0) * 3_600_000) : null;
  }
  const stamp = /^(\d{4}-\d\d-\d\d)[t ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?) ?(z|[+-]\d\d:?\d\d)?/u.exec(text);
  return stamp === null
    ? null
    : isoDate(Date.parse(`${stamp[1]}T${stamp[2]}${(stamp[3] ?? 'z').toUpperCase()}`));
}
