import { Link2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { mailApi } from '#features/mail/contract.ts';
import { type Meeting, meetingsApi } from '#features/meetings/contract.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { exactDateTime, shortDateTime } from '#web/lib/dates.ts';
import { useAction, useEndpoint } from '#web/query.ts';
import { useCan, useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useNow } from '#web/ui/use-now.ts';
import type { LeadDetail } from '../contract.ts';
import { leadName } from '../format.ts';
import { leadQueries } from './lead-queries.ts';
import { useMembers } from './use-members.ts';

const BookMeeting = lazy(async () => ({ default: (await import('./book-meeting.tsx')).BookMeeting }));
const { read, cancel } = meetingsApi.endpoints;

/** What a meeting changes on the screen. */
export const meetingChanges = [read, ...leadQueries, mailApi.endpoints.correspondence];

const states = {
  invited: 'Invited, not confirmed yet',
  confirmed: 'Confirmed by the client',
  cancelled: 'Cancelled',
} as const;

/** The meeting with a lead: arrange, move, cancel. */
export function MeetingCard({ lead }: { lead: LeadDetail }) {
  const found = useEndpoint(read, { params: { thread_id: lead.thread_id } });
  const mayWrite = useCan('leads.write');
  const now = useNow();
  const [booking, setBooking] = useState(false);
  const meeting = found.data?.meeting ?? null;
  const ahead =
    meeting !== null && Date.parse(meeting.startsAt) + meeting.durationMinutes * 60_000 > now.getTime();
  if (!mayWrite && !meeting) return null;
  return (
    <section aria-labelledby="meeting">
      <h3 id="meeting" className="font-semibold">
        Meeting
      </h3>
      {found.error ? (
        <p className="mt-1 text-sm text-muted">
          The meeting could not be loaded.{' '}
          <button type="button" className="link" onClick={() => void found.refetch()}>
            Try again
          </button>
        </p>
      ) : meeting ? (
        <Arranged meeting={meeting} ahead={ahead} />
      ) : null}
      {mayWrite && !found.isPending ? (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button onClick={() => setBooking(true)}>{ahead ? 'Move' : 'Book a meeting'}</Button>
          {meeting && ahead ? <CancelMeeting lead={lead} meeting={meeting} /> : null}
        </div>
      ) : null}
      {booking ? (
        <Suspense fallback={null}>
          <BookMeeting lead={lead} meeting={ahead ? meeting : null} onClose={() => setBooking(false)} />
        </Suspense>
      ) : null}
    </section>
  );
}

function Arranged({ meeting, ahead }: { meeting: Meeting; ahead: boolean }) {
  const zone = useZone();
  const { nameOf } = useMembers();
  const { publicUrl } = meeting;
  return (
    <div className="mt-1.5 space-y-0.5">
      <p>
        <time
          dateTime={meeting.startsAt}
          title={exactDateTime(meeting.startsAt, zone)}
          className="font-medium"
        >
          {shortDateTime(meeting.startsAt, zone)}
        </time>
        <span className="text-muted">
          , {meeting.durationMinutes} min with {nameOf(meeting.hostId)}
        </span>
      </p>
      <p className="text-sm text-muted">{ahead ? states[meeting.status] : 'This meeting is over'}</p>
      {meeting.link ? (
        <p className="truncate text-sm">
          <a href={meeting.link} target="_blank" rel="noopener noreferrer" className="link">
            {meeting.link.replace(/^https?:\/\//, '')}
          </a>
        </p>
      ) : null}
      {ahead && publicUrl ? (
        <button
          type="button"
          className="link flex items-center gap-1.5 text-sm"
          onClick={() =>
            void copyText(
              publicUrl,
              { title: 'Link copied', description: 'Behind it the client confirms or chooses another time.' },
              { title: 'The link was not copied', description: publicUrl },
            )
          }
        >
          <Link2 size={14} aria-hidden />
          Copy the client’s link
        </button>
      ) : null}
    </div>
  );
}

function CancelMeeting({ lead, meeting }: { lead: LeadDetail; meeting: Meeting }) {
  const zone = useZone();
  const [asking, setAsking] = useState(false);
  const action = useAction(cancel, {
    refreshes: meetingChanges,
    onSuccess: () => {
      setAsking(false);
      toast({ title: 'Meeting cancelled' });
    },
    onError: (error) =>
      toast({ title: 'The meeting was not cancelled', description: error.message, tone: 'danger' }),
  });
  return (
    <>
      <Button look="danger-quiet" onClick={() => setAsking(true)}>
        Cancel meeting
      </Button>
      <ConfirmDialog
        open={asking}
        title="Cancel the meeting?"
        text={`${lead.contact_email ? `${leadName(lead)} gets a mail that the meeting on` : 'The meeting on'} ${exactDateTime(meeting.startsAt, zone)} does not take place. The lead goes back to its stage before.`}
        action="Cancel meeting"
        busy={action.isPending && 'Cancelling...'}
        onConfirm={() => action.mutate({ params: { thread_id: lead.thread_id } })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
