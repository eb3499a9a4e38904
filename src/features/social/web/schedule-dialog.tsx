import { useId, useState } from 'react';
import { wallClock, zonedDate } from '#shared/zoned-time.ts';
import { exactDateTime, zoneName } from '#web/lib/dates.ts';
import { useZone } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { PostDetails } from '../contract.ts';
import { platformRules } from '../platforms.ts';
import { groupOf } from '../post-state.ts';
import { chosenTime } from './chosen-time.ts';
import { schedulePost } from './post-actions.ts';
import { TimeFields } from './time-fields.tsx';
import { useSocialSettings } from './use-posts.ts';

/** Chooses date and time on the organization's clock, wherever the browser is. */
export function ScheduleDialog({ post, onClose }: { post: PostDetails; onClose: () => void }) {
  const zone = useZone();
  const form = useId();
  const settings = useSocialSettings().data;
  const planned =
    post.scheduledFor && groupOf(post.state) === 'scheduled'
      ? wallClock(new Date(post.scheduledFor), zone)
      : '';
  const [date, setDate] = useState(planned.slice(0, 10));
  const [time, setTime] = useState(planned.slice(11));
  const [fault, setFault] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const chosen = chosenTime(date, time, zone);
  const asks = settings?.requireApproval === true && !settings.mayApprove;

  async function save(): Promise<void> {
    if (!date || !time || !chosen) {
      setFault(!date && !time ? 'Choose a date and a time.' : date ? 'Choose a time.' : 'Choose a date.');
      return;
    }
    if (date < zonedDate(new Date(), zone)) {
      setFault('This day has passed. Choose today or a later day.');
      return;
    }
    if (chosen.at <= new Date()) {
      setFault('This time has passed. Choose a later one.');
      return;
    }
    setBusy(true);
    if (await schedulePost(post, chosen.at.toISOString(), zone)) onClose();
    else setBusy(false);
  }

  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title="Schedule"
      description={`When the post goes out on ${platformRules[post.platform].name}, in ${zoneName(zone)}.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" busy={busy && 'Scheduling...'}>
            {asks ? 'Schedule and ask for approval' : 'Schedule'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="p-5"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TimeFields
          zone={zone}
          date={date}
          time={time}
          fault={fault}
          onChange={(next) => {
            setFault(null);
            setDate(next.date);
            setTime(next.time);
          }}
        />
        {chosen ? (
          <p className="mt-4 text-muted">
            Goes out{' '}
            <strong className="font-medium text-text">{exactDateTime(chosen.at.toISOString(), zone)}</strong>
          </p>
        ) : null}
      </form>
    </Dialog>
  );
}
