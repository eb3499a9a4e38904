import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { formOf } from '../testing/form-file.ts';
import { MultipartBody } from './multipart.ts';

const limit = 100_000;
const file = { field: 'file', fileName: 'a.png', type: 'image/png' };

/** The body in pieces of `piece` bytes, as a connection brings it. */
function bodyOf(body: Buffer, headers: Record<string, string>, piece = 1000): MultipartBody {
  const pieces = Array.from({ length: Math.ceil(body.length / piece) }, (_, index) =>
    body.subarray(index * piece, (index + 1) * piece),
  );
  return new MultipartBody(headers, Readable.from(pieces));
}

async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function readForm({ body, headers }: ReturnType<typeof formOf>, piece?: number): Promise<Buffer> {
  const multipart = bodyOf(body, headers, piece);
  try {
    return await bytesOf((await multipart.open({ field: 'file', limit })).stream);
  } finally {
    await multipart.leave();
  }
}

describe('a form with one file', () => {
  it.each([1, 7, 1000, 1_000_000])('comes as its bytes in pieces of %i bytes', async (piece) => {
    const bytes = Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 31) % 256));
    expect(await readForm(formOf({ ...file, bytes }), piece)).toEqual(bytes);
  });

  it('tells name and type as the sender says them', async () => {
    const { body, headers } = formOf({
      ...file,
      fileName: 'C:\\pictures\\Ünï.PNG',
      type: 'Image/PNG',
      bytes: 'x',
    });
    const { fileName, type } = await bodyOf(body, headers).open({ field: 'file', limit });
    expect([fileName, type]).toEqual(['Ünï.PNG', 'image/png']);
    const odd = formOf({ ...file, fileName: 'x'.repeat(400), type: 'nonsense', bytes: 'x' });
    const second = await bodyOf(odd.body, odd.headers).open({ field: 'file', limit });
    expect([second.fileName.length, second.type]).toEqual([255, 'application/octet-stream']);
  });

  it('may be empty, and as large as the limit', async () => {
    expect(await readForm(formOf({ ...file, bytes: '' }))).toHaveLength(0);
    expect(await readForm(formOf({ ...file, bytes: Buffer.alloc(limit) }))).toHaveLength(limit);
  });
});

describe('what is no form with one file is refused:', () => {
  const one = { ...file, bytes: 'x' };
  it.each([
    ['a file in another field', [{ ...one, field: 'csvFile' }]],
    ['a plain field', [{ field: 'file', bytes: 'x' }]],
    ['a field before the file', [{ field: 'note', bytes: 'x' }, one]],
    ['a field after the file', [one, { field: 'note', bytes: 'x' }]],
    ['two files', [one, one]],
    ['no file', []],
  ])('%s', async (_name, parts) => {
    await expect(readForm(formOf(...parts))).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/in the field "file"/),
    });
  });

  it.each([10, 60, 130, 4000])('one that ends after %i bytes', async (length) => {
    const { body, headers } = formOf({ ...file, bytes: Buffer.alloc(9000) });
    await expect(readForm({ body: body.subarray(0, length), headers })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(/ended before/),
    });
  });

  it('one whose sender goes away', async () => {
    const { body, headers } = formOf({ ...file, bytes: Buffer.alloc(9000) });
    const payload = new Readable({ read() {} });
    payload.push(body.subarray(0, 3000));
    const { stream } = await new MultipartBody(headers, payload).open({ field: 'file', limit });
    const read = bytesOf(stream);
    payload.destroy(new Error('aborted'));
    await expect(read).rejects.toMatchObject({ code: 'invalid' });
  });

  it('one without a boundary, or without anything', async () => {
    await expect(
      readForm({ body: Buffer.from('x'), headers: { 'content-type': 'multipart/form-data' } }),
    ).rejects.toMatchObject({ code: 'invalid' });
    await expect(readForm({ ...formOf(), body: Buffer.alloc(0) })).rejects.toMatchObject({ code: 'invalid' });
  });

  it('a file over the limit, as soon as it is over', async () => {
    const { body, headers } = formOf({ ...file, bytes: Buffer.alloc(limit * 20) });
    const payload = Readable.from(
      Array.from({ length: 200 }, (_, at) => body.subarray(at * 10_000, (at + 1) * 10_000)),
    );
    let given = 0;
    payload.on('data', (chunk: Buffer) => {
      given += chunk.length;
    });
    const multipart = new MultipartBody(headers, payload);
    const { stream } = await multipart.open({ field: 'file', limit });
    await expect(bytesOf(stream)).rejects.toMatchObject({ code: 'too_large', status: 413 });
    expect(given).toBeLessThan(limit + 200_000);
    await multipart.leave();
    expect(payload.readableEnded).toBe(true);
  });

  it('a length over the limit, before anything is read', async () => {
    const { body, headers } = formOf({ ...file, bytes: 'x' });
    const said = { ...headers, 'content-length': String(limit * 2) };
    await expect(bodyOf(body, said).open({ field: 'file', limit })).rejects.toMatchObject({
      code: 'too_large',
    });
  });

  it('endless text before the file', async () => {
    const { headers } = formOf({ ...file, bytes: 'x' });
    await expect(readForm({ body: Buffer.alloc(limit * 3, 'x'), headers })).rejects.toMatchObject({
      code: 'too_large',
    });
  });
});
