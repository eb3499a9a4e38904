import { memo } from 'react';
import type { Enrolment } from '#features/outreach/sequence-contract.ts';
import { exactDateTime, shortDateTime } from '#web/lib/dates.ts';
import { useZone } from '#web/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { cx } from '#web/ui/cx.ts';
import { RowLink } from '#web/ui/list-parts.tsx';
import { rowStyle } from '#web/ui/use-window-rows.ts';
import type { TablePlace } from '#web/ui/window-table.tsx';
import { EnrolmentActions } from './enrolment-actions.tsx';
import { enrolmentNames, enrolmentTones } from './sequence-words.ts';

/** The table's columns, for its head and each of its rows. */
export const enrolmentColumns =
  'grid grid-cols-[minmax(0,1fr)_112px_88px_132px_80px] items-center gap-4 px-4';

interface PlacedEnrolment extends TablePlace {
  enrolment: Enrolment;
}

export function EnrolmentBadge({ enrolment: { state } }: { enrolment: Pick<Enrolment, 'state'> }) {
  return <Badge tone={enrolmentTones[state]}>{enrolmentNames[state]}</Badge>;
}

/** When the next email leaves at the earliest; `none` where there is no next one. */
export function NextTime({ instant, none }: { instant: string | null; none: string }) {
  const zone = useZone();
  if (instant === null) return none;
  return (
    <time dateTime={instant} title={exactDateTime(instant, zone)} className="relative whitespace-nowrap">
      {shortDateTime(instant, zone)}
    </time>
  );
}

/** One line in a row, two in a card; the prospect says all of it. */
function Reason({ enrolment: { reason }, lines }: { enrolment: Enrolment; lines: 1 | 2 }) {
  return (
    <p
      dir="auto"
      title={reason || undefined}
      className={cx('text-left text-sm text-muted', lines === 1 ? 'truncate' : 'line-clamp-2 break-words')}
    >
      {reason}
    </p>
  );
}

/** A prospect of a sequence as a row of the table. */
export const EnrolmentRow = memo(function Row({ enrolment, index, top, height }: PlacedEnrolment) {
  const { prospectId, businessName, stepsDone, stepCount, nextAt } = enrolment;
  return (
    <tr
      aria-rowindex={index}
      style={rowStyle({ top, height })}
      className={`${enrolmentColumns} border-b border-border last:border-b-0 hover:bg-hover`}
    >
      <td className="min-w-0">
        <RowLink param="prospect" id={prospectId} name={businessName} />
        <Reason enrolment={enrolment} lines={1} />
      </td>
      <td>
        <EnrolmentBadge enrolment={enrolment} />
      </td>
      <td className="figures text-muted">
        {stepsDone} of {stepCount}
      </td>
      <td className="figures text-muted">
        <NextTime instant={nextAt} none="–" />
      </td>
      <td className="relative z-1 flex justify-end">
        <EnrolmentActions enrolment={enrolment} />
      </td>
    </tr>
  );
});

/** A prospect of a sequence as a card, for narrow screens. */
export const EnrolmentCard = memo(function Card({ enrolment, index, top, height }: PlacedEnrolment) {
  const { prospectId, businessName, stepsDone, stepCount, nextAt } = enrolment;
  return (
    <tr
      aria-rowindex={index}
      style={rowStyle({ top, height })}
      className="block border-b border-border last:border-b-0 active:bg-hover"
    >
      <td className="flex h-full flex-col justify-center gap-1 px-4">
        <div className="flex items-center justify-between gap-3">
          <span className="min-w-0">
            <RowLink param="prospect" id={prospectId} name={businessName} />
          </span>
          <EnrolmentBadge enrolment={enrolment} />
        </div>
        <div className="flex items-end justify-between gap-3">
          <div className="min-w-0 text-sm text-muted">
            <Reason enrolment={enrolment} lines={2} />
            <p className="figures">
              {stepsDone} of {stepCount} steps
              {nextAt ? (
                <>
                  {' · next '}
                  <NextTime instant={nextAt} none="" />
                </>
              ) : null}
            </p>
          </div>
          <div className="relative z-1 flex shrink-0">
            <EnrolmentActions enrolment={enrolment} />
          </div>
        </div>
      </td>
    </tr>
  );
});
