import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { importLimits } from '#features/support/imports-contract.ts';
import { DocumentRefused } from './document-refused.ts';
import { type DocumentType, readDocument } from './read-document.ts';

/**
 * What comes of a document, how much work the server's own thread had with it, and by how much the process grew at most. All of the
 * work together is an upper bound of how long anything else had to wait for it, whatever else the machine does.
 */
async function measured(type: DocumentType, bytes: Uint8Array) {
  const begun = process.threadCpuUsage();
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 10);
  const came = await readDocument('x', type, bytes, null).catch((error: unknown) => {
    if (error instanceof DocumentRefused) return error;
    throw error;
  });
  clearInterval(watch);
  const { user, system } = process.threadCpuUsage(begun);
  return { came, heldMs: (user + system) / 1000, grewMb: (most - before) / 1024 / 1024 };
}

/** A PDF with one page whose content inflates to so many bytes. */
function bomb(inflated: number): Buffer {
  const content = deflateSync(Buffer.alloc(inflated, '(x) Tj '));
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>',
  ].map((object, at) => `${at + 1} 0 obj ${object} endobj\n`);
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.4\n${objects.join('')}4 0 obj << /Length ${content.length} /Filter /FlateDecode >> stream\n`,
    ),
    content,
    Buffer.from('\nendstream endobj\ntrailer << /Root 1 0 R >>\n%%EOF'),
  ]);
}

describe('a large document', () => {
  it.each([
    ['html', '<li>x', 2 * 1024 * 1024],
    ['html', '<p>A supersite costs $2,400 a week.</p>', importLimits.bytes],
    ['html', '<p>*_[', importLimits.bytes],
    ['text', 'word ', importLimits.bytes],
    ['markdown', 'word\n\n', importLimits.bytes],
    ['text', 'word ', 400_000],
    ['pdf', '%PDF-1.4 ', importLimits.bytes],
  ] as const)(
    'of type %s made of “%s” holds the server for less than 100 ms',
    async (type, piece, length) => {
      await measured(type, Buffer.from(piece));
      const { came, heldMs, grewMb } = await measured(type, Buffer.alloc(length, piece));
      expect(came).toBeInstanceOf(DocumentRefused);
      expect(heldMs).toBeLessThan(100);
      expect(grewMb).toBeLessThan(200);
    },
  );

  it('that inflates without end is given up', async () => {
    const { came, grewMb } = await measured('pdf', bomb(1024 * 1024 * 1024));
    expect(came).toMatchObject({ message: expect.stringMatching(/^This PDF takes too much time or memory/) });
    expect(grewMb).toBeLessThan(300);
  });
});
