import type { HealthLight } from '#features/outreach/settings-contract.ts';
import { cx } from '#web/ui/cx.ts';
import { lightColours, lightNames } from './health-words.ts';

/** The health of sending as a light, with its word for who cannot see it. */
export function HealthDot({ light }: { light: HealthLight }) {
  return (
    <span title={lightNames[light]} className="ml-1 inline-flex align-middle">
      <span aria-hidden className={cx('size-2 rounded-full', lightColours[light])} />
      <span className="sr-only">{lightNames[light]}</span>
    </span>
  );
}
