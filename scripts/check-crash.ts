/**
 * `npm run check:crash [-- rounds]`: kills a process that writes to the embedded database, at random moments and always
 * on the same data folder, and looks whether a commit that the database had acknowledged is gone.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect, intact } from './crash/ledger.ts';
import { firstLine, startWriter } from './crash/writer.ts';

const rounds = Number(process.argv[2] ?? 30);
/** Every third kill comes while the database is still being opened, the others while it is written to. */
const OPENING_MS = 600;
const WRITING_MS = 1_500;

const folder = mkdtempSync(path.join(tmpdir(), 'hub-crash-'));
const dataDir = path.join(folder, 'data');
const acknowledged = path.join(folder, 'acknowledged');
let passed = 0;
let failed = 0;
try {
  for (let round = 1; round <= rounds; round += 1) {
    const opening = round % 3 === 0;
    const writer = startWriter('durable', dataDir, acknowledged);
    if (!opening) await firstLine(writer);
    const delay = Math.floor(Math.random() * (opening ? OPENING_MS : WRITING_MS));
    await new Promise((resolve) => setTimeout(resolve, delay));
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    const verdict = await inspect(dataDir, acknowledged);
    const good = intact(verdict);
    if (good) passed += 1;
    else failed += 1;
    const when = `${delay} ms into ${opening ? 'opening' : 'writing'}`;
    const found = [`${verdict.acknowledged} acknowledged`, `${verdict.lost} lost`, ...verdict.faults].join(
      ', ',
    );
    console.log(`${good ? 'ok    ' : 'FAILED'} kill ${round} of ${rounds}, ${when}: ${found}`);
  }
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
