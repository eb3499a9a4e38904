import { describe, expect, it } from 'vitest';
import { cpuMsSince, fastest } from '#server/testing/fastest.ts';
import { cutQuotes } from './cut-quotes.ts';
import { htmlToText } from './html-to-text.ts';
import { readRfc822 } from './read-message.ts';

/** Characters; small enough for a quick test, large enough for a square to show. */
const LENGTH = 200_000;
const fill = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length));

/** Twice the input in at most 2.5 times the time, with slack for what a clock can measure and a busy machine. */
function expectLinear(unit: string, run: (text: string) => void): void {
  const half = fill(unit, LENGTH / 2);
  const whole = fill(unit, LENGTH);
  run(half);
  const [small, large] = [fastest(() => run(half)), fastest(() => run(whole))];
  expect(large).toBeLessThan(2.5 * small + 40);
}

describe('cutting quotations is linear', () => {
  it.each([
    'plain line of text\n',
    '1:\n',
    '1 wrote:\n',
    'From: x\n',
    'To: x\nCc: y\nReply-To: z\n',
    '> x\ny\n\n',
    '\n',
    '---\n',
    '>',
    'a@b <a@b>:\n',
    'From: a\nx\nx\nTo: b\n',
    '```\n',
    'On 3 May ',
  ])('for %j', (unit) => expectLinear(unit, (text) => cutQuotes(text)));
});

describe('reading HTML is linear', () => {
  it.each([
    '<div>',
    '<blockquote>x',
    '<div></p>',
    '<',
    '<a b=c ',
    '&amp;',
    '&',
    '<!--',
    '<b> </b>',
    '<td>',
    '<br>',
    '<li>x',
    '<p style="display:none">',
  ])('for %j', (unit) => expectLinear(unit, (text) => htmlToText(text)));
});

function readBelow(head: string): (text: string) => void {
  return (text) => void readRfc822(Buffer.from(`From: a@park.example\n${head}${text}`));
}

describe('reading MIME is linear', () => {
  it.each([
    ['Subject: ', '=?utf-8?q?a?= '],
    ['Subject: ', '=?a?q?'],
    ['To: ', '(a'],
    ['To: ', 'a@b.c,'],
    ['Content-Type: text/plain; ', 'a*1*=b;'],
    ['Content-Type: text/plain; ', 'a="\\'],
    ['Content-Type: text/plain;', ' '],
    ['References: ', '<'],
    ['', 'X: y\n'],
    ['Subject: x\n', ' y\n'],
    ['Content-Type: multipart/mixed; boundary=q\n\n', '--z\n'],
    ['Content-Type: multipart/mixed; boundary=q\n\n', '--q\n\nx\n'],
    ['Content-Transfer-Encoding: quoted-printable\n\n', '= '],
    ['Content-Transfer-Encoding: base64\n\n', 'YQ=='],
    ['Content-Type: text/plain; format=flowed\n\n', '> a \n'],
  ])('for %j and %j', (head, unit) => expectLinear(unit, readBelow(head)));
});

it('cuts the worst text of 1 MB in a fraction of a second', () => {
  const text = fill('> x\ny\n\n', 1_000_000);
  cutQuotes(text);
  // The aim is 250 ms; the bound leaves room for a busy machine.
  expect(fastest(() => cutQuotes(text))).toBeLessThan(800);
});

it('reads a message of 20 KB in about a millisecond', async () => {
  const html = fill(
    '<div class="x"><p style="margin:0">Hello &amp; <b>welcome</b> to the site</p></div>\r\n',
    20_000,
  );
  const bytes = Buffer.from(`From: a@park.example\r\nContent-Type: text/html\r\n\r\n${html}`);
  for (let i = 0; i < 100; i += 1) await readRfc822(bytes);
  const before = process.cpuUsage();
  for (let i = 0; i < 100; i += 1) await readRfc822(bytes);
  // The aim is 2 ms; the bound leaves room for a busy machine.
  expect(cpuMsSince(before) / 100).toBeLessThan(6);
});
