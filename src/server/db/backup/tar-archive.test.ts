import { describe, expect, it } from 'vitest';
import { BadArchive, packTar, type TarEntry, unpackTar } from './tar-archive.ts';

async function* each<T>(items: T[]): AsyncGenerator<T> {
  yield* items;
}

function file(name: string, content: string, size = Buffer.byteLength(content)): TarEntry {
  return { name, kind: 'file', mode: 0o640, size, content: each([Buffer.from(content)]) };
}

async function packed(entries: TarEntry[]): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of packTar(each(entries))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function unpacked(bytes: Buffer, chunkSize = bytes.length) {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkSize) chunks.push(bytes.subarray(at, at + chunkSize));
  const entries: { name: string; kind: string; mode: number; text: string }[] = [];
  for await (const { name, kind, mode, content } of unpackTar(each(chunks))) {
    const parts: Uint8Array[] = [];
    for await (const part of content) parts.push(part);
    entries.push({ name, kind, mode, text: Buffer.concat(parts).toString() });
  }
  return entries;
}

const long = `files/${'long-'.repeat(40)}/Grüße 世界.pdf`;
const sample = [
  { name: 'database', kind: 'folder' as const, mode: 0o700, size: 0, content: each<Uint8Array>([]) },
  file('database/one', 'x'.repeat(512)),
  file('database/two', 'y'.repeat(1000)),
  file('empty', ''),
  file(long, 'long'),
];

describe('a tar file', () => {
  it('gives back what was put in, in chunks of any size', async () => {
    const bytes = await packed(sample);
    const expected = [
      { name: 'database', kind: 'folder', mode: 0o700, text: '' },
      { name: 'database/one', kind: 'file', mode: 0o640, text: 'x'.repeat(512) },
      { name: 'database/two', kind: 'file', mode: 0o640, text: 'y'.repeat(1000) },
      { name: 'empty', kind: 'file', mode: 0o640, text: '' },
      { name: long, kind: 'file', mode: 0o640, text: 'long' },
    ];
    for (const chunkSize of [1, 7, 512, 5000, bytes.length]) {
      expect(await unpacked(bytes, chunkSize)).toEqual(expected);
    }
  });

  it('may be read without reading every file', async () => {
    const names: string[] = [];
    const bytes = await packed([file('one', 'x'.repeat(700)), file('two', 'y')]);
    for await (const { name } of unpackTar(each([bytes]))) names.push(name);
    expect(names).toEqual(['one', 'two']);
  });

  it('that was cut off or damaged is not taken for a whole one', async () => {
    const bytes = await packed([file('one', 'x'.repeat(600))]);
    for (const end of [100, 700, 1500]) {
      await expect(unpacked(bytes.subarray(0, end))).rejects.toThrow(BadArchive);
    }
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(damaged.readUInt8(3) ^ 1, 3);
    await expect(unpacked(damaged)).rejects.toThrow('damaged');
  });

  it.each(['../outside', '/etc/passwd', 'a/../../b', 'a//b', './a', 'C:\\windows', 'a/.'])(
    'cannot name a file outside: %s',
    async (name) => {
      await expect(unpacked(await packed([file(name, 'x')]))).rejects.toThrow('unsafe name');
    },
  );

  it('is not written with a file that changed while it was read', async () => {
    await expect(packed([file('grown', 'xxxx', 3)])).rejects.toThrow('changed');
    await expect(packed([file('shrunk', 'xxxx', 5)])).rejects.toThrow('changed');
  });
});
