import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { Turns } from '#server/turns.ts';
import { workerFile } from '#server/worker-file.ts';
import { DocumentRefused, type ReadDocument } from './document-refused.ts';
import type { DocumentType } from './read-document.ts';

/** A document that takes longer is given up, milliseconds. */
const longestMs = 20_000;
const memoryMb = 128;
/** By which the whole process may grow meanwhile: what a PDF inflates to lies outside of the thread's own memory. One of 14 MB with 100 pages needs 85 MB. */
const growthBytes = 150 * 1024 * 1024;
const lookMs = 50;
const turns = new Turns();

const answerOf = z.union([
  z.object({ kind: z.literal('read'), read: z.object({ title: z.string(), body: z.string() }) }),
  z.object({ kind: z.literal('refused'), reason: z.string() }),
]);

/**
 * Title, '' where there is none, and Markdown of a document, read in a thread of its own with bounds of time and memory,
 * one at a time in the process. @throws DocumentRefused for what cannot be read, with the reason
 */
export function readInThread(
  type: DocumentType,
  bytes: Uint8Array,
  charset: string | null,
): Promise<ReadDocument> {
  return turns.take('document', async () => {
    const answer = answerOf.safeParse(await inThread({ type, bytes, charset }));
    if (!answer.success)
      throw new DocumentRefused(
        type === 'pdf'
          ? 'This PDF takes too much time or memory to read. Save it anew as a simpler PDF, or as text.'
          : 'This page takes too much time or memory to read. Copy its text into an article.',
      );
    if (answer.data.kind === 'refused') throw new DocumentRefused(answer.data.reason);
    return answer.data.read;
  });
}

/** What the thread answers; null when it ended without an answer or was ended. */
async function inThread(workerData: object): Promise<unknown> {
  const worker = new Worker(workerFile(import.meta.url, 'document-reader'), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 16 },
    stderr: true,
    stdout: true,
  });
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const timer = setTimeout(() => resolve(null), longestMs);
  const before = process.memoryUsage.rss();
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() - before > growthBytes) resolve(null);
  }, lookMs);
  worker.once('message', resolve);
  worker.once('error', () => resolve(null));
  worker.once('exit', () => resolve(null));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    await worker.terminate();
  }
}
