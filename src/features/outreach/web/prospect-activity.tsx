import { exactDateTime, shortDateTime } from '#web/lib/dates.ts';
import { useZone } from '#web/session.tsx';
import type { ProspectDetail } from '../contract.ts';
import { activityText } from './activity-text.ts';

/** Who did what to a prospect, newest first. */
export function ProspectActivityList({ activity }: Pick<ProspectDetail, 'activity'>) {
  const zone = useZone();
  return (
    <section aria-labelledby="activity">
      <h3 id="activity" className="mb-2 font-semibold">
        Activity
      </h3>
      <ul className="space-y-1.5">
        {activity.map((entry) => (
          <li key={entry.id} className="flex flex-wrap items-baseline gap-x-3">
            <time
              dateTime={entry.at}
              title={exactDateTime(entry.at, zone)}
              className="figures w-32 shrink-0 text-sm text-muted"
            >
              {shortDateTime(entry.at, zone)}
            </time>
            <p dir="auto" className="min-w-0 grow basis-52 text-left break-words">
              <span className="font-medium">{entry.actor}</span> {activityText(entry)}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
