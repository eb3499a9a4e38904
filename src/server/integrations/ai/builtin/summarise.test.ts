import { describe, expect, it } from 'vitest';
import { fastest } from '#server/testing/fastest.ts';
import type { LeadThread, ThreadMessage } from '../jobs.ts';
import { amountOf, moneyPattern } from './money.ts';
import { summariseByRules } from './summarise.ts';

const now = new Date('2026-05-01T00:00:00Z');

function message(content: string, more: Partial<ThreadMessage> = {}): ThreadMessage {
  return {
    id: 'm1',
    from: 'lead',
    name: 'Dana Field',
    email: 'dana@client.example',
    sentAt: now,
    subject: 'Enquiry',
    content,
    forwarded: null,
    automatic: false,
    ...more,
  };
}

const read = (...messages: ThreadMessage[]) => summariseByRules({ messages }, now);

describe('money', () => {
  it.each([
    ['up to AUD 3,500 including permits', 'up to AUD 3,500', 3500],
    ['between $5-7k a month depending', 'between $5-7k a month', 7000],
    ['about 12k all up', 'about 12k all up', 12_000],
    ['eight thousand dollars', 'eight thousand dollars', 8000],
    ['3 grand', '3 grand', 3000],
    ['£800 per week', '£800 per week', 800],
    ['€7.500', '€7.500', 7500],
    ['4 000 €', '4 000 €', 4000],
    ['AUD8000', 'AUD8000', 8000],
    ['$1.2m', '$1.2m', 1_000_000],
    ['five hundred dollars', 'five hundred dollars', 500],
    ['A$2,450.50 pw', 'A$2,450.50 pw', 2450],
    ['10 to 12 thousand', '10 to 12 thousand', 12_000],
    ['$800 per week', '$800 per week', 800],
    ['US$ 15k', 'US$ 15k', 15_000],
    ['a couple of grand', 'a couple of grand', 2000],
  ])('is read in "%s"', (text, found, value) => {
    const match = text.match(moneyPattern)?.[0].trim() ?? '';
    expect(match).toBe(found);
    expect(amountOf(match)).toBe(value);
  });

  it.each([
    'a 5k run',
    '40k cars a day',
    '12 weeks',
    '2026',
    'the grand opening',
    '0412 555 010',
    '100%',
    '6m tall',
  ])('is not read in "%s"', (text) => expect(text.match(moneyPattern)).toBeNull());
});

describe('what a thread says', () => {
  it('is the same every time, with a quote from the own words for budget and timeline', () => {
    const mail = message('We can spend $4,000 on a digital screen from July.\nThanks');
    const first = read(mail);
    expect(read(mail)).toEqual(first);
    for (const field of ['budget', 'timeline']) {
      const quote = first.evidence.find((one) => one.field === field)?.quote ?? 'none';
      expect(mail.content).toContain(quote);
    }
  });

  it('is never taken from the team', () => {
    const summary = read(
      message('Hello, what do you offer for digital screens?'),
      message('Your budget is $9,000 for July.', { id: 'm2', from: 'team' }),
    );
    expect(summary.value).toMatchObject({ budget: null, timeline: null });
  });

  it('is nothing for an empty thread and for automatic replies', () => {
    expect(read().value).toMatchObject({ clientName: null, priority: 'low', keyPoints: [] });
    const away = message('I am out of the office, our budget is $9,000.', { automatic: true });
    expect(read(away)).toMatchObject({ value: { budget: null, keyPoints: [] } });
    expect(read(away).issues.join(' ')).toContain('automatic');
  });

  it('takes no words from the signature but a postscript, and the whole name from it', () => {
    const summary = read(
      message(
        'Hi, what does a static board in Wagga cost?\n\nKind regards,\nTom Okafor\nStrand Keogh Lawyers\n12 March Street\n\nPS we can spend $3,000.',
        { name: 'tom o' },
      ),
    );
    expect(summary.value).toMatchObject({
      clientName: 'Tom Okafor',
      sentiment: 'neutral',
      budget: '$3,000',
      timeline: null,
    });
    expect(summary.value.keyPoints.join(' ')).not.toContain('Lawyers');
  });

  it('says when the language limits it', () => {
    const german = message(
      'Wir möchten im September eine Werbung für unsere Praxis buchen und haben bis zu 3.000 Euro.',
    );
    expect(read(german).issues[0]).toContain('the messages are in German');
  });
});

describe('hostile and long texts', () => {
  const megabyte = 1_000_000;
  const hostile: [string, string][] = [
    ['one word', 'a'.repeat(megabyte)],
    ['digits', '1,234 '.repeat(megabyte / 6)],
    ['blanks', ' '.repeat(megabyte)],
    ['lines', 'budget\n'.repeat(megabyte / 7)],
    ['money', '$5-7k to $9 grand and '.repeat(megabyte / 22)],
    ['dates', 'from mid June 14 and 15 '.repeat(megabyte / 24)],
    ['names', 'Xa Yb Road '.repeat(megabyte / 11)],
    ['commas', 'we, our, and we, '.repeat(megabyte / 17)],
    ['mixed', 'We want a board on Hume Road from 6 April, our budget is $2,000. '.repeat(megabyte / 70)],
    ['closings', 'Regards\n'.repeat(megabyte / 8)],
    ['praise', 'not so very great is love '.repeat(megabyte / 26)],
  ];

  it.each(hostile)('take less than 250 ms: %s', (_name, content) => {
    read(message('warm'));
    expect(fastest(() => void read(message(content)))).toBeLessThan(250);
  });

  it.each(hostile)('50 messages that make a megabyte take less than 250 ms: %s', (_name, content) => {
    const messages = Array.from({ length: 50 }, (_, index) =>
      message(content.slice(0, 20_000), { id: `m${index}` }),
    );
    expect(fastest(() => void summariseByRules({ messages }, now))).toBeLessThan(250);
  });

  it('120 messages take less than 100 ms', () => {
    const text =
      'Hi Marcus, we love the digital site on Parramatta Road and can spend $5,000 in July. Can we talk on Friday?';
    const messages = Array.from({ length: 120 }, (_, index) =>
      message(text, { id: `m${index}`, from: index % 2 ? 'team' : 'lead' }),
    );
    const thread: LeadThread = { messages };
    summariseByRules(thread, now);
    expect(fastest(() => void summariseByRules(thread, now))).toBeLessThan(100);
  });
});
