const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-AU', {
    timeZone: timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    hour12: true,
    timeZoneName: 'short',
  });
  formats.set(timezone, made);
  return made;
}

/** An instant in words in a zone: 'Fri, 4 Dec 2026, 2:30 pm AEDT' (shapes section 2). */
export function prettyInstant(at: Date, timezone: string): string {
  const parts = Object.fromEntries(
    formatIn(timezone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.weekday}, ${parts.day} ${parts.month} ${parts.year}, ${parts.hour}:${parts.minute} ${parts.dayPeriod} ${parts.timeZoneName}`;
}
