/** Entry of the worker thread that writes invoices: reading a font holds a thread for seconds, and must not hold the server. */
import { parentPort } from 'node:worker_threads';
import { writeInvoicePdf } from './invoice-pdf.ts';
import type { Printed, PrintOrder } from './print-messages.ts';

if (!parentPort) throw new Error('This file runs as a worker thread only.');
const port = parentPort;

async function print({ invoice, timezone }: PrintOrder): Promise<Printed> {
  try {
    return { bytes: new Uint8Array(await writeInvoicePdf(invoice, timezone)) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

port.on('message', (order: PrintOrder) => {
  void print(order).then((printed) => port.postMessage(printed));
});
