/** The same day of a later month in UTC, of an earlier one where `months` is negative, or that month's last. */
export function monthsFrom(at: Date, months: number): Date {
  const there = new Date(at);
  there.setUTCMonth(at.getUTCMonth() + months);
  if (there.getUTCDate() !== at.getUTCDate()) there.setUTCDate(0);
  return there;
}

/** Months of a period. */
export const cycleMonths = { monthly: 1, yearly: 12 } as const;
