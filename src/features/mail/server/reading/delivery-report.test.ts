import { describe, expect, it } from 'vitest';
import {
  exchangeReport,
  gmailReport,
  postfixReport,
  qmailReport,
  type Returned,
} from '#server/testing/delivery-reports.ts';
import { fastest } from '#server/testing/fastest.ts';
import { readDeliveryReport } from './delivery-report.ts';
import { readRfc822 } from './read-message.ts';

const about: Returned = { messageId: 'ours@hub.example', to: 'jane@client.example' };

async function read(raw: string) {
  return readDeliveryReport(await readRfc822(Buffer.from(raw)));
}

describe('a delivery report', () => {
  it.each([
    ['Postfix', postfixReport(about), '5.1.1', '550 5.1.1 <jane@client.example>: Recipient'],
    ['Exchange', exchangeReport(about), '5.1.10', '550 5.1.10 RESOLVER.ADR.RecipientNotFound'],
    ['Gmail, without the message', gmailReport(about), '5.1.1', '550-5.1.1 The email account'],
    ['qmail, in words', qmailReport(about), '5.1.1', 'Sorry, no mailbox here by that name. (#5.1.1)'],
  ])('of %s names mail, recipient, status and words', async (_kind, raw, status, said) => {
    const report = await read(raw);
    expect(report?.about[0]).toBe('ours@hub.example');
    expect(report?.recipients).toHaveLength(1);
    expect(report?.recipients[0]).toMatchObject({ action: 'failed', status });
    expect(report?.recipients[0]?.addresses).toContain('jane@client.example');
    expect(report?.recipients[0]?.said.startsWith(said)).toBe(true);
  });

  it('in words leaves out the addresses of the copy below it', async () => {
    const report = await read(qmailReport(about));
    expect(report?.recipients[0]?.addresses).toEqual(['jane@client.example']);
  });

  it('tells a delay from an end, also for an end after a passing fault', async () => {
    const late = await read(
      postfixReport({ ...about, action: 'delayed', status: '4.4.1', said: 'timed out' }),
    );
    expect(late?.recipients[0]).toMatchObject({ action: 'delayed', status: '4.4.1' });
    const end = await read(postfixReport({ ...about, status: '4.4.7', said: 'retry timeout exceeded' }));
    expect(end?.recipients[0]).toMatchObject({ action: 'failed', status: '4.4.7' });
  });

  it('takes the closer code of the words for a vague one', async () => {
    const report = await read(
      postfixReport({ ...about, status: '5.0.0', said: '550 5.2.2 mailbox is over its quota' }),
    );
    expect(report?.recipients[0]?.status).toBe('5.2.2');
  });

  it.each([
    ['of success', postfixReport({ ...about, action: 'delivered', status: '2.0.0' })],
    ['a letter', 'From: Jane <jane@client.example>\r\nSubject: failed\r\n\r\nCould not be delivered 5.1.1'],
    [
      'an away note',
      'From: jane@client.example\r\nAuto-Submitted: auto-replied\r\nReturn-Path: <>\r\n\r\nI am away.',
    ],
    ['a machine without news', 'From: postmaster@client.example\r\nSubject: Hello\r\n\r\nWelcome aboard.'],
  ])('is none: %s', async (_kind, raw) => {
    expect(await read(raw)).toBeNull();
  });

  it('of a megabyte is read in bounded time', async () => {
    const hostile = [
      `From: MAILER-DAEMON@x.example\r\nSubject: failed\r\n\r\n${'-'.repeat(1_000_000)}`,
      `From: MAILER-DAEMON@x.example\r\nSubject: failed\r\n\r\n${'a@b '.repeat(250_000)}`,
      `From: MAILER-DAEMON@x.example\r\nSubject: failed\r\n\r\n${'> '.repeat(500_000)}`,
      `From: a@b.example\r\nContent-Type: message/delivery-status\r\n\r\n${'Action: failed\r\n\r\n'.repeat(55_000)}`,
    ];
    for (const raw of hostile) {
      const message = await readRfc822(Buffer.from(raw));
      expect(fastest(() => void readDeliveryReport(message))).toBeLessThan(200);
    }
  });
});
