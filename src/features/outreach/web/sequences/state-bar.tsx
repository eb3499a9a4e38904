import type { Sequence } from '#features/outreach/sequence-contract.ts';
import { cx } from '#web/ui/cx.ts';
import { enrolledIn, enrolmentColours, enrolmentNames, statesIn } from './sequence-words.ts';

/** Where the prospects of a sequence are, as a thin bar with its words. */
export function StateBar({ sequence }: { sequence: Pick<Sequence, 'counts'> }) {
  const states = statesIn(sequence);
  const all = enrolledIn(sequence);
  if (all === 0) return <p className="text-sm text-muted">No prospect is in it yet.</p>;
  return (
    <>
      <div
        aria-hidden
        className="flex h-1.5 max-w-[640px] gap-px overflow-hidden rounded-full bg-neutral-quiet"
      >
        {states.map(({ state, count }) => (
          <span
            key={state}
            className={cx('min-w-1', enrolmentColours[state])}
            style={{ flexGrow: count, flexBasis: 0 }}
          />
        ))}
      </div>
      <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
        {states.map(({ state, count }) => (
          <li key={state} className="figures flex items-center gap-1.5 whitespace-nowrap">
            <span aria-hidden className={cx('size-2 rounded-full', enrolmentColours[state])} />
            {count.toLocaleString('en-AU')} {enrolmentNames[state].toLowerCase()}
          </li>
        ))}
      </ul>
    </>
  );
}
