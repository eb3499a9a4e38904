import { money } from '#web/lib/money.ts';

interface MonthBarsProps {
  months: readonly { month: string; cents: number }[];
}

const names = new Intl.DateTimeFormat('en-AU', { month: 'short', timeZone: 'UTC' });

function nameOf(month: string): string {
  return names.format(new Date(`${month}-01T00:00:00Z`));
}

/** An amount for each month, as bars with their figures; for screen readers a table. */
export function MonthBars({ months }: MonthBarsProps) {
  const most = Math.max(1, ...months.map((one) => one.cents));
  return (
    <div className="px-5 py-4">
      <table className="sr-only">
        <caption>Revenue by month</caption>
        <tbody>
          {months.map(({ month, cents }) => (
            <tr key={month}>
              <th scope="row">{month}</th>
              <td>{money(cents / 100, 'USD')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div aria-hidden className="flex h-44 items-end gap-1.5 sm:gap-3">
        {months.map(({ month, cents }) => (
          <div
            key={month}
            title={`${month}: ${money(cents / 100, 'USD')}`}
            className="flex h-full min-w-0 flex-1 flex-col items-center justify-end gap-1"
          >
            <span className="figures text-xs whitespace-nowrap text-muted max-sm:hidden">
              {cents === 0 ? '' : Math.round(cents / 100).toLocaleString('en-AU')}
            </span>
            <span
              className="w-full max-w-10 rounded-t-sm bg-brand"
              style={{ height: `${Math.max(cents === 0 ? 0 : 2, (cents / most) * 78)}%` }}
            />
            <span className="w-full border-t border-border pt-1 text-center text-xs text-muted">
              {nameOf(month)}
            </span>
          </div>
        ))}
      </div>
      <p className="mt-2 text-xs text-muted">US dollars a month</p>
    </div>
  );
}
