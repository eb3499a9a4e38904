import type { ModuleType } from '#shared/modules.ts';
import { shortDate } from '#web/lib/dates.ts';
import { money } from '#web/lib/money.ts';
import { useZone } from '#web/session.tsx';
import { comingTotals, type EndingModule } from '../coming-totals.ts';

interface ComingTotalsProps {
  running: readonly ModuleType[];
  ending: readonly EndingModule[];
  className?: string;
}

/** 'From 13 Dec 2026: $498.00 USD per month', for each day on which modules end; nothing where none does. */
export function ComingTotals({ running, ending, className }: ComingTotalsProps) {
  const zone = useZone();
  return comingTotals(running, ending).map(({ at, monthlyCents }) => (
    <p key={at} className={className}>
      From {shortDate(at, zone)}:{' '}
      <span className="figures">{money(monthlyCents / 100, 'USD')} per month</span>
    </p>
  ));
}
