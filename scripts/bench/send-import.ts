import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

/** A thread of its own, so that sending a large file does not delay those whose waiting is measured. */
const { url, token, rows, first } = z
  .object({ url: z.string(), token: z.string(), rows: z.number(), first: z.number() })
  .parse(workerData);

/** A file of which every row is another business. */
function csv(): Blob {
  const parts = ['Business Name,Address,Contact Email,Contact Phone,Industry,Summary,Notes\n'];
  for (let index = first; index < first + rows; index += 1) {
    parts.push(
      `Biz ${index},"${index} King St, Sydney",biz${index}@example.com,0${200_000_000 + index},Retail,"Summary, with comma ${index}",\n`,
    );
  }
  return new Blob(parts, { type: 'text/csv' });
}

const body = new FormData();
body.append('csvFile', csv(), 'bench.csv');
const began = performance.now();
const response = await fetch(`${url}/api/prospects/import-csv`, {
  method: 'POST',
  headers: { authorization: `Bearer ${token}` },
  body,
});
const answer: unknown = await response.json();
const seconds = (performance.now() - began) / 1000;
parentPort?.postMessage({ ok: response.ok, seconds, answer });
