import { ActivityLine } from '#web/ui/activity-line.tsx';
import type { ProspectDetail } from '../contract.ts';
import { activityText } from './activity-text.ts';

/** Who did what to a prospect, newest first. */
export function ProspectActivityList({ activity }: Pick<ProspectDetail, 'activity'>) {
  return (
    <section aria-labelledby="activity">
      <h3 id="activity" className="mb-2 font-semibold">
        Activity
      </h3>
      <ul className="space-y-1.5">
        {activity.map((entry) => (
          <ActivityLine key={entry.id} at={entry.at} actor={entry.actor}>
            {activityText(entry)}
          </ActivityLine>
        ))}
      </ul>
    </section>
  );
}
