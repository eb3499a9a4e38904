import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Checks } from '../checks.ts';
import { inspect, intact } from './ledger.ts';
import { firstLine, startWriter } from './writer.ts';

/** Every third kill comes while the database is still being opened, the others while it is written to. */
const openingMs = 600;
const writingMs = 1_500;

/**
 * Kills a process that writes to the embedded database, at random moments and always on the same data folder, and
 * looks whether a commit that the database had acknowledged is gone.
 */
export async function embeddedKills(checks: Checks, folder: string, rounds: number): Promise<void> {
  checks.section('A process that writes to the embedded database killed');
  const dataDir = path.join(folder, 'data');
  const acknowledged = path.join(folder, 'acknowledged');
  for (let round = 1; round <= rounds; round += 1) {
    const opening = round % 3 === 0;
    const writer = startWriter('durable', dataDir, acknowledged);
    const delay = Math.floor(Math.random() * (opening ? openingMs : writingMs));
    try {
      if (!opening) await firstLine(writer);
      await sleep(delay);
    } finally {
      writer.kill('SIGKILL');
      await once(writer, 'exit');
    }
    const verdict = await inspect(dataDir, acknowledged);
    const when = `${delay} ms into ${opening ? 'opening' : 'writing'}`;
    checks.check(
      `kill ${round} of ${rounds}, ${when}`,
      intact(verdict),
      [`${verdict.acknowledged} acknowledged`, `${verdict.lost} lost`, ...verdict.faults].join(', '),
    );
  }
}
