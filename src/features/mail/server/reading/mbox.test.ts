import { describe, expect, it } from 'vitest';
import { type MboxItem, splitMbox } from './mbox.ts';

async function split(mbox: string, chunkSize: number, maxMessageBytes = 1000): Promise<string[]> {
  async function* source(): AsyncGenerator<Uint8Array> {
    const bytes = Buffer.from(mbox);
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize);
  }
  const items: MboxItem[] = [];
  for await (const item of splitMbox(source(), { maxMessageBytes })) items.push(item);
  expect(items.map(({ index }) => index)).toEqual(items.map((_item, i) => i));
  return items.map((item) => (item.kind === 'message' ? item.bytes.toString() : `oversize ${item.size}`));
}

const ENVELOPE = 'From nora@park.example Mon Mar  3 09:14:00 2025\n';

describe.each([1, 2, 3, 7, 64, 100_000])('in chunks of %i octets', (size) => {
  it('splits at envelope lines and undoes their escapes', async () => {
    const mbox = `${ENVELOPE}Subject: a\n\nHi\n>From here\n>>From there\n\n${ENVELOPE}Subject: b\n\nFrom now on, yes\n\nFrom us\n`;
    expect(await split(mbox, size)).toEqual([
      'Subject: a\n\nHi\nFrom here\n>From there\n',
      'Subject: b\n\nFrom now on, yes\n\nFrom us\n',
    ]);
  });

  it('reports a message over the cap and goes on', async () => {
    const mbox = `${ENVELOPE}Subject: a\n\n${'x'.repeat(2000)}\n\n${ENVELOPE}Subject: b\n\nHi\n`;
    expect(await split(mbox, size)).toEqual(['oversize 2014', 'Subject: b\n\nHi\n']);
  });
});

it('takes a single message without envelope, and nothing from nothing', async () => {
  expect(await split('Subject: a\n\nHi', 5)).toEqual(['Subject: a\n\nHi']);
  expect(await split('', 5)).toEqual([]);
  expect(await split(`${ENVELOPE}\n`, 5)).toEqual([]);
});

it('keeps CRLF and splits at Thunderbird’s envelope', async () => {
  const mbox =
    'From - Mon Mar  3 09:14:00 2025\r\nSubject: a\r\n\r\nHi\r\n\r\nFrom - Mon Mar  3 09:15:00 2025\r\nSubject: b\r\n\r\n';
  expect(await split(mbox, 10)).toEqual(['Subject: a\r\n\r\nHi\r\n', 'Subject: b\r\n\r\n'.slice(0, -2)]);
});
