/** Entry of the thread that reads documents which would hold the server, or take its memory. */
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { importLimits } from '#features/support/imports-contract.ts';
import { DocumentRefused, type ReadDocument } from './document-refused.ts';
import { escapeMarkdown } from './html-to-markdown.ts';
import { held, storable, takeText } from './take-text.ts';

const given = z.object({
  type: z.enum(['markdown', 'html', 'text', 'pdf']),
  bytes: z.instanceof(Uint8Array),
  charset: z.string().nullable(),
});

async function readPdf(bytes: Uint8Array): Promise<ReadDocument> {
  const { extractText, getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(bytes, { maxImageSize: 1, verbosity: 0 }).catch((error: unknown) => {
    throw new DocumentRefused(
      error instanceof Error && error.name === 'PasswordException'
        ? 'This PDF is protected by a password. Save it without one.'
        : 'This PDF is damaged or is none. Open it, save it anew and try again.',
    );
  });
  const most = importLimits.pdfPages.toLocaleString('en-AU');
  if (pdf.numPages > importLimits.pdfPages)
    throw new DocumentRefused(
      `This PDF has ${pdf.numPages.toLocaleString('en-AU')} pages; at most ${most} are read. Divide it and bring in the parts that visitors ask about.`,
    );
  const { text } = await extractText(pdf).catch(() => {
    throw new DocumentRefused('This PDF is damaged or is none. Open it, save it anew and try again.');
  });
  return held(
    { title: '', body: storable(escapeMarkdown(text.join('\n\n'))) },
    'There is no text in this PDF, only pictures of pages. Bring in the file that it was made from.',
  );
}

async function read(): Promise<{ kind: 'read'; read: ReadDocument } | { kind: 'refused'; reason: string }> {
  const { type, bytes, charset } = given.parse(workerData);
  try {
    return {
      kind: 'read',
      read: type === 'pdf' ? await readPdf(bytes) : takeText(type, bytes, charset),
    };
  } catch (error) {
    if (error instanceof DocumentRefused) return { kind: 'refused', reason: error.message };
    throw error;
  }
}

if (parentPort) parentPort.postMessage(await read());
