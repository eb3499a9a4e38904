import { describe, expect, it } from 'vitest';
import { mboxParts } from './mbox-parts.ts';

function mail(body: string): string {
  return `From a@x.test Tue Feb  3 10:11:00 2026\nSubject: x\n\n${body}\n\n`;
}

async function cut(
  text: string,
  messages: number,
  bytes = 1_000_000,
  chunkSize = 7,
): Promise<[string, number][]> {
  const all = new TextEncoder().encode(text);
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < all.length; at += chunkSize) chunks.push(all.subarray(at, at + chunkSize));
  const parts = await mboxParts(chunks, { messages, bytes });
  return parts.map((part) => [new TextDecoder().decode(all.subarray(part.start, part.end)), part.messages]);
}

describe('cutting an mbox file', () => {
  it('cuts only between messages and loses no byte', async () => {
    const file = mail('one') + mail('two') + mail('three');
    const parts = await cut(file, 2);
    expect(parts.map(([, count]) => count)).toEqual([2, 1]);
    expect(parts.map(([text]) => text).join('')).toBe(file);
    expect(parts[1]?.[0].startsWith('From ')).toBe(true);
  });
  it('takes "From " inside a text for a text', async () => {
    const parts = await cut(mail('Hello\nFrom here it is easy\nbye') + mail('two'), 1);
    expect(parts).toHaveLength(2);
  });
  it('understands Windows line ends', async () => {
    expect(await cut((mail('one') + mail('two')).replaceAll('\n', '\r\n'), 1)).toHaveLength(2);
  });
  it('begins a new part when one grows too large', async () => {
    const parts = await cut(mail('x'.repeat(300)) + mail('two') + mail('three'), 100, 200);
    expect(parts.map(([, count]) => count)).toEqual([1, 2]);
  });
  it('gives a file that is no mbox whole, and nothing for an empty one', async () => {
    expect(await cut('Subject: x\n\nhello', 10)).toEqual([['Subject: x\n\nhello', 1]]);
    expect(await cut('', 10)).toEqual([]);
  });
});
