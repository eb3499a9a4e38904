import { describe, expect, it } from 'vitest';
import { fastest } from '#server/testing/fastest.ts';
import { readCalendarReply } from './calendar-reply.ts';

const id = '0198f4b2-5a11-7c3e-9d40-1f2e3d4c5b6a';

function calendar(fields: string[], method = 'REPLY'): string {
  return [
    'BEGIN:VCALENDAR',
    'PRODID:-//Example//Calendar//EN',
    'VERSION:2.0',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${id}@meetings`,
    'DTSTAMP:20261127T100000Z',
    ...fields,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
}

describe('an answer of a calendar program', () => {
  it.each([
    ['ATTENDEE;PARTSTAT=ACCEPTED:mailto:Jane@client.example', 'accepted'],
    [
      'ATTENDEE;CUTYPE=INDIVIDUAL;ROLE=REQ-PARTICIPANT;PARTSTAT=DECLINED;CN="Doe: Jane":MAILTO:jane@client.ex\r\n ample',
      'declined',
    ],
    ['ATTENDEE;PARTSTAT=TENTATIVE;CN=Jane\r\n\t Doe:mailto:jane@client.example', 'tentative'],
  ])('is read: %s', (attendee, answer) => {
    expect(readCalendarReply(calendar([attendee, 'SEQUENCE:2']))).toEqual({
      meetingId: id,
      sequence: 2,
      attendees: ['jane@client.example'],
      answer,
    });
  });

  it('without a sequence answers the first invitation', () => {
    const reply = readCalendarReply(calendar(['ATTENDEE;PARTSTAT=ACCEPTED:mailto:jane@client.example']));
    expect(reply?.sequence).toBe(0);
  });

  it.each([
    ['an invitation', calendar(['ATTENDEE;PARTSTAT=ACCEPTED:mailto:jane@client.example'], 'REQUEST')],
    ['no answer yet', calendar(['ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:jane@client.example'])],
    [
      'two minds',
      calendar([
        'ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@x.example',
        'ATTENDEE;PARTSTAT=DECLINED:mailto:b@x.example',
      ]),
    ],
    [
      'a meeting of others',
      calendar(['ATTENDEE;PARTSTAT=ACCEPTED:mailto:jane@client.example']).replace('@meetings', '@other'),
    ],
    ['no event', 'BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR'],
    ['nothing', ''],
  ])('is none: %s', (_kind, text) => {
    expect(readCalendarReply(text)).toBeNull();
  });

  it('of a hundred thousand characters is read in bounded time', () => {
    const used = fastest(() => {
      for (const part of [';a="', ';;;;', 'ATTENDEE;', '\r\n ', 'a:'])
        readCalendarReply(calendar([part.repeat(100_000 / part.length)]));
    });
    expect(used).toBeLessThan(500);
  });
});
