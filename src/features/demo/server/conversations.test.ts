import { describe, expect, it } from 'vitest';
import { conversations } from './leads/index.ts';
import { writeMail } from './mail-bytes.ts';
import { datedText, instantAt, mailDate } from './moment.ts';

/** A weekday afternoon, an early morning, a weekend, both changes of summer time, a year's end. */
const nows = [
  '2026-11-25T05:00:00Z',
  '2026-11-24T15:10:00Z',
  '2026-11-28T02:00:00Z',
  '2026-10-05T01:00:00Z',
  '2027-04-05T08:00:00Z',
  '2026-12-31T13:30:00Z',
].map((text) => new Date(text));

const wall = new Intl.DateTimeFormat('en-AU', {
  timeZone: 'Australia/Sydney',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

describe('moments', () => {
  it.each(nows)('seen from %s lie on working days behind it, at their time in Sydney', (now) => {
    for (let day = 0; day <= 52; day += 1) {
      const at = instantAt([day, '09:15'], now);
      expect(at.getTime()).toBeLessThan(now.getTime());
      expect(wall.format(at)).toMatch(/^(?:Mon|Tue|Wed|Thu|Fri) 09:15$/);
    }
    expect(now.getTime() - instantAt([52, '09:15'], now).getTime()).toBeLessThan(80 * 86_400_000);
    expect(instantAt([-4, '09:00'], now).getTime()).toBeGreaterThan(now.getTime());
  });

  it('give texts and headers their dates', () => {
    const at = new Date('2026-11-30T22:00:00Z');
    expect(datedText('from mid {month:1}, on {date:4} or {weekday:1}', at)).toBe(
      'from mid January, on 7 December or Wednesday',
    );
    expect(mailDate(at)).toBe('Tue, 01 Dec 2026 09:00:00 +1100');
    expect(mailDate(new Date('2026-07-01T00:00:00Z'))).toBe('Wed, 01 Jul 2026 10:00:00 +1000');
  });
});

describe('conversations', () => {
  it('have keys of their own and invented addresses', () => {
    const keys = conversations.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { lead } of conversations) expect(lead.address).toMatch(/^[\w.-]+@[\w-]+\.example$/);
  });

  it.each(nows)('seen from %s go forward in time and lie behind it', (now) => {
    for (const { key, steps } of conversations) {
      const times = steps.map(({ at }) => instantAt(at, now).getTime());
      expect([key, times]).toEqual([key, times.toSorted((a, b) => a - b)]);
      expect(Math.max(...times)).toBeLessThan(now.getTime());
    }
  });
});

describe('mail', () => {
  it('is the same, byte for byte, for the same words', async () => {
    const mail = {
      messageId: 'a.1@b.example',
      writer: { name: 'Zoë', address: 'zoe@b.example', client: 'gmail' as const, signature: 'Zoë\nB' },
      to: { name: null, address: 'hello@harbourside.example' },
      cc: [],
      subject: 'Grüße',
      at: new Date('2026-11-30T22:00:00Z'),
      text: 'Hello\n\nyou',
      earlier: [],
      files: [],
      headers: {},
    };
    const [one, two] = [await writeMail(mail), await writeMail(mail)];
    expect(one.bytes.equals(two.bytes)).toBe(true);
    expect(one.bytes.toString()).toContain('multipart/alternative');
    expect(one.written.body).toBe('Hello\n\nyou\n\n-- \nZoë\nB');
  });
});
