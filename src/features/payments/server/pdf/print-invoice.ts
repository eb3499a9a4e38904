import { Worker } from 'node:worker_threads';
import { Turns } from '#server/turns.ts';
import { workerFile } from '#server/worker-file.ts';
import { AppError } from '#shared/errors.ts';
import type { Printed, PrintOrder } from './print-messages.ts';

/** The thread ends when nobody asked for an invoice for so long: its fonts need memory. */
const idleMs = 20_000;
/** One invoice takes seconds on a busy machine where fonts are read; beyond this something is wrong with it. */
const limitMs = 60_000;
/** People who wait at once, and of one organization; more are asked to come back. */
const mostWaiting = 20;
const mostOfOne = 3;
/** Megabytes: the default of a thread keeps much more of what is young. */
const youngMb = 16;

/** A thread that writes one invoice at a time. One per process: it keeps nothing of anybody. */
class InvoicePrinter {
  readonly #turns = new Turns();
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | undefined;
  /** The organization of each invoice that is written or waited for. */
  readonly #waiting: string[] = [];

  /** @throws AppError unavailable while too many wait */
  async print(organizationId: string, order: PrintOrder): Promise<Uint8Array> {
    const own = this.#waiting.filter((one) => one === organizationId).length;
    if (own >= mostOfOne || this.#waiting.length >= mostWaiting)
      throw new AppError(
        'unavailable',
        'Many invoices are being written at the moment. Try again in a minute.',
      );
    this.#waiting.push(organizationId);
    clearTimeout(this.#idle);
    try {
      return await this.#turns.take('invoice', () => this.#write(order));
    } finally {
      this.#waiting.splice(this.#waiting.indexOf(organizationId), 1);
      if (this.#waiting.length === 0) {
        this.#idle = setTimeout(() => void this.#end(), idleMs);
        this.#idle.unref();
      }
    }
  }

  async #write(order: PrintOrder): Promise<Uint8Array> {
    const worker = (this.#worker ??= startWorker());
    try {
      const printed = await answerOf(worker, order);
      if ('bytes' in printed) return printed.bytes;
      throw new Error(`An invoice could not be written: ${printed.failure}`);
    } catch (error) {
      // A thread that failed, or still works on what took too long, is of no more use.
      await this.#end();
      throw error;
    }
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

function startWorker(): Worker {
  const worker = new Worker(workerFile(import.meta.url, 'pdf-worker'), {
    resourceLimits: { maxYoungGenerationSizeMb: youngMb },
  });
  // A process that stops does not wait for it.
  worker.unref();
  return worker;
}

function answerOf(worker: Worker, order: PrintOrder): Promise<Printed> {
  const { promise, resolve, reject } = Promise.withResolvers<Printed>();
  const failed = (error: unknown) =>
    reject(new Error('The thread that writes invoices failed.', { cause: error }));
  const ended = (code: number) => reject(new Error(`The thread that writes invoices ended with ${code}.`));
  const late = setTimeout(
    () => reject(new Error(`An invoice took longer than ${limitMs} ms to write.`)),
    limitMs,
  );
  late.unref();
  worker.on('message', resolve).on('error', failed).on('exit', ended);
  worker.postMessage(order);
  return promise.finally(() => {
    clearTimeout(late);
    worker.off('message', resolve).off('error', failed).off('exit', ended);
  });
}

const printer = new InvoicePrinter();

/**
 * An invoice as PDF, written in a thread of its own, one at a time in the process.
 * @throws AppError unavailable while too many wait, all together or of this organization
 */
export function printInvoice(organizationId: string, order: PrintOrder): Promise<Uint8Array> {
  return printer.print(organizationId, order);
}
