import { isRowId } from '#shared/text.ts';
import { uidSuffix } from './calendar.ts';

/** What an attendee's calendar program answered (RFC 5546 section 3.2.3). */
export interface CalendarReply {
  meetingId: string;
  /** Of the invitation that was answered. */
  sequence: number;
  /** Case-folded addresses that it speaks for. */
  attendees: string[];
  answer: 'accepted' | 'declined' | 'tentative';
}

const answers = { ACCEPTED: 'accepted', DECLINED: 'declined', TENTATIVE: 'tentative' } as const;
const attendeeLimit = 20;

/** Reads the answer to an invitation of ours from an iCalendar object; null for any other object. */
export function readCalendarReply(calendar: string): CalendarReply | null {
  const lines = calendar
    .replace(/\r?\n[ \t]/g, '')
    .split(/\r?\n/)
    .map(contentLine);
  const event = lines.findIndex(({ name, value }) => name === 'BEGIN' && value.toUpperCase() === 'VEVENT');
  const end = lines.findIndex(({ name, value }) => name === 'END' && value.toUpperCase() === 'VEVENT');
  const isReply = lines.some(({ name, value }) => name === 'METHOD' && value.toUpperCase() === 'REPLY');
  if (!isReply || event < 0 || end < event) return null;
  const fields = lines.slice(event + 1, end);
  const valueOf = (wanted: string) => fields.find(({ name }) => name === wanted)?.value.trim() ?? '';
  const uid = valueOf('UID');
  const meetingId = uid.endsWith(uidSuffix) ? uid.slice(0, -uidSuffix.length) : '';
  // RFC 5545 section 3.8.7.4: without one it is the first.
  const sequence = Number(valueOf('SEQUENCE') || '0');
  if (!isRowId(meetingId) || !Number.isSafeInteger(sequence)) return null;
  const attendees = fields.filter(({ name }) => name === 'ATTENDEE').slice(0, attendeeLimit);
  const states = new Set(attendees.map(({ parameters }) => partStat(parameters)));
  const [state] = states;
  if (states.size !== 1 || !state) return null;
  const addresses = attendees.map(({ value }) =>
    value
      .replace(/^mailto:/i, '')
      .trim()
      .toLowerCase(),
  );
  return { meetingId, sequence, attendees: addresses, answer: answers[state] };
}

interface ContentLine {
  name: string;
  parameters: string;
  value: string;
}

/** `NAME;PARAMETERS:VALUE`; a quoted parameter may hold a colon (RFC 5545 section 3.1). */
function contentLine(line: string): ContentLine {
  const found = /^([\w-]+)((?:;(?:"[^"]*"|[^":])*)?):(.*)$/.exec(line.slice(0, 2000));
  return {
    name: (found?.[1] ?? '').toUpperCase(),
    parameters: found?.[2] ?? '',
    value: found?.[3] ?? '',
  };
}

function partStat(parameters: string): keyof typeof answers | null {
  const said = /;PARTSTAT="?([\w-]+)"?/i.exec(parameters)?.[1]?.toUpperCase();
  return said === 'ACCEPTED' || said === 'DECLINED' || said === 'TENTATIVE' ? said : null;
}
