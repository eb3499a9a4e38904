import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';

/** What follows a meeting's id in its UID. */
export const uidSuffix = '@meetings';

interface CalendarMeeting {
  id: string;
  sequence: number;
  startsAt: Date;
  endsAt: Date;
  summary: string;
  description: string;
  link: string | null;
  organizer: { name: string; email: string };
  client: { name: string | null; email: string };
  /** When this object was made. */
  stamp: Date;
}

/**
 * An invitation, its update or its end as iCalendar (RFC 5545) for mail (RFC 5546 section 3.2): the same UID for one
 * meeting, a higher SEQUENCE for each change, all times in UTC.
 */
export function calendarObject(method: 'REQUEST' | 'CANCEL', meeting: CalendarMeeting): string {
  const calendar = ical({
    prodId: { company: 'AI Hub', product: 'Meetings' },
    method: method === 'REQUEST' ? ICalCalendarMethod.REQUEST : ICalCalendarMethod.CANCEL,
  });
  calendar.createEvent({
    id: `${meeting.id}${uidSuffix}`,
    sequence: meeting.sequence,
    stamp: meeting.stamp,
    start: meeting.startsAt,
    end: meeting.endsAt,
    summary: meeting.summary,
    description: meeting.description,
    location: meeting.link,
    status: method === 'REQUEST' ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    organizer: { ...meeting.organizer, name: parameterText(meeting.organizer.name) },
    attendees: [
      {
        name: parameterText(meeting.client.name ?? meeting.client.email),
        email: meeting.client.email,
        rsvp: true,
        role: ICalAttendeeRole.REQ,
        status: ICalAttendeeStatus.NEEDSACTION,
      },
    ],
  });
  return calendar.toString();
}

/** A parameter's value has no way to hold a double quote or a control character (RFC 5545 section 3.2). */
function parameterText(name: string): string {
  return name.replace(/["\s\p{Cc}]+/gu, ' ').trim();
}
