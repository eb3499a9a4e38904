import { answerIn } from '#features/mail/server/public.ts';
import type { OrganizationContext } from '#server/context.ts';
import { prettyInstant } from '#server/format.ts';
import type { ComposedMail } from '#server/integrations/outgoing-mail.ts';
import { calendarObject } from './calendar.ts';
import type { MeetingRow } from './find.ts';
import { minutesOf, publicUrl } from './find.ts';

export type MailKind = 'invited' | 'moved' | 'cancelled';

interface MailAbout {
  kind: MailKind;
  meeting: Omit<MeetingRow, 'organizationId'>;
  organization: string;
  host: string;
  timezone: string;
  /** What the person wrote above the time. */
  message: string | null;
  /** Who arranged it, for 'sent because …'. */
  by: string;
  /** The client did it; nobody here pressed. */
  automatic: boolean;
}

const firstLines: Record<MailKind, string> = {
  invited: 'we would like to meet you:',
  moved: 'our meeting has a new time:',
  cancelled: 'our meeting is cancelled. This was the time:',
};
const subjects: Record<MailKind, string> = {
  invited: 'Invitation',
  moved: 'New time',
  cancelled: 'Cancelled',
};

export interface MeetingMail {
  composed: ComposedMail;
  /** What the thread shows of it. */
  content: string;
}

/** The mail that tells the client, with its calendar object; null when the client has no address. */
export async function meetingMail(
  context: OrganizationContext,
  about: MailAbout,
): Promise<MeetingMail | null> {
  const { kind, meeting, organization, host, timezone } = about;
  const { gate, clock } = context.services;
  if (meeting.clientEmail === null) return null;
  const sender = await gate.senderOf(context);
  const from = gate.fromOf(sender);
  const answer = await answerIn(context, meeting.threadId, {
    inReplyTo: undefined,
    own: [from.address],
    contact: meeting.clientEmail,
    timezone,
  });
  const when = prettyInstant(meeting.startsAt, timezone);
  const organizationName = organization.replace(/\p{Cc}+/gu, ' ');
  const summary = `Meeting with ${organizationName}`;
  const content = textOf(context, about, when);
  const calendar = calendarObject(kind === 'cancelled' ? 'CANCEL' : 'REQUEST', {
    ...meeting,
    summary,
    description: content,
    organizer: { name: host, email: sender.account ? from.address : (sender.replyTo ?? from.address) },
    client: { name: meeting.clientName, email: meeting.clientEmail },
    stamp: clock.now(),
  });
  const composed = await gate.compose(context, {
    purpose: 'meeting',
    to: [{ name: meeting.clientName, address: meeting.clientEmail }],
    subject: `${subjects[kind]}: ${summary}, ${when}`,
    text: content,
    calendar: { method: kind === 'cancelled' ? 'CANCEL' : 'REQUEST', content: calendar },
    inReplyTo: answer.inReplyTo,
    references: answer.references,
    by: about.by,
    automatic: about.automatic,
    // An address that gets no mail must not keep people from calling a meeting off.
    orHeld: kind === 'cancelled',
  });
  return { composed, content };
}

function textOf(context: OrganizationContext, about: MailAbout, when: string): string {
  const { kind, meeting, host, organization, message } = about;
  const [first] = (meeting.clientName ?? '').trim().split(/\s+/);
  const lines = [
    first ? `Hi ${first},` : 'Hello,',
    '',
    message?.trim() || firstLines[kind],
    '',
    `When: ${when} (${minutesOf(meeting)} minutes)`,
    ...(meeting.link && kind !== 'cancelled' ? [`Where: ${meeting.link}`] : []),
    ...(kind === 'cancelled'
      ? []
      : ['', 'Confirm it or choose another time:', publicUrl(context, meeting.id)]),
    '',
    host,
    organization,
  ];
  return lines.join('\n');
}
