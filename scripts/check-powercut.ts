/**
 * `npm run check:powercut [-- rounds]`: cuts the power under the embedded database and looks whether a commit that it
 * had acknowledged is gone. The database lies on an ext4 image; the cut is a kill -9 and a copy of the image without
 * what the system still held in memory. Needs root and loop mounts, and is skipped with a word where these are missing.
 */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect, intact, type Verdict } from './crash/ledger.ts';
import { copyAsAfterPowerCut, MountedImage, makeImage, whyNot } from './crash/loop-image.ts';
import { firstLine, startWriter, type WriterMode } from './crash/writer.ts';

const DEFAULT_ROUNDS = 6;
/** A first start takes about three seconds: some of these cuts hit initdb, some the first transactions. */
const FIRST_START_MS = [400, 1_200, 2_000, 2_600, 3_500, 5_000];
const RUN_MS = { least: 1_500, most: 6_000 };

async function main(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hub-powercut-'));
  try {
    const reason = whyNot(folder);
    if (reason !== undefined) {
      console.log(`skipped: ${reason}\n0 passed, 0 failed`);
      return;
    }
    const rounds = Number(process.argv[2] ?? DEFAULT_ROUNDS);
    let passed = 0;
    let failed = 0;
    const judge = (name: string, good: boolean, verdict: Verdict) => {
      if (good) passed += 1;
      else failed += 1;
      const faults = verdict.faults.length > 0 ? `; ${verdict.faults.join('; ')}` : '';
      console.log(
        `${good ? 'ok    ' : 'FAILED'} ${name}: ${verdict.acknowledged} commits acknowledged, ${verdict.lost} lost${faults}`,
      );
    };
    for (const [index, delay] of FIRST_START_MS.slice(0, rounds).entries()) {
      const store = new Store(path.join(folder, `first-${index}`));
      const verdict = await store.cutAfter(delay, 'durable', 'start');
      judge(`cut ${delay} ms after the very first start`, intact(verdict), verdict);
      store.remove();
    }
    const store = new Store(path.join(folder, 'store'));
    for (let round = 1; round <= rounds; round += 1) {
      const delay = RUN_MS.least + Math.floor(Math.random() * (RUN_MS.most - RUN_MS.least));
      const verdict = await store.cutAfter(delay, 'durable', 'writing');
      judge(`cut ${round} of ${rounds} on one store, ${delay} ms into writing`, intact(verdict), verdict);
    }
    store.remove();
    // The same cut without our fsync must do damage, else this check would see nothing.
    const control = new Store(path.join(folder, 'control'));
    const verdict = await control.cutAfter(RUN_MS.least, 'control', 'writing');
    judge('control: PGlite as it comes is damaged by the same cut', !intact(verdict), verdict);
    control.remove();
    console.log(`${passed} passed, ${failed} failed`);
    if (failed > 0) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A data folder on an image of its own, which survives its power cuts. */
class Store {
  readonly #folder: string;
  #image: string;
  #cuts = 0;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#folder = folder;
    this.#image = path.join(folder, 'disk-0.img');
    makeImage(this.#image);
  }

  /** Runs a writer, cuts the power `delay` ms after it was started (or after its first commit), and inspects. */
  async cutAfter(delay: number, mode: WriterMode, from: 'start' | 'writing'): Promise<Verdict> {
    const acknowledged = path.join(this.#folder, 'acknowledged');
    const mounted = new MountedImage(this.#image, path.join(this.#folder, 'mount'));
    const after = path.join(this.#folder, `disk-${(this.#cuts += 1)}.img`);
    try {
      const writer = startWriter(mode, path.join(mounted.folder, 'data'), acknowledged);
      if (from === 'writing') await firstLine(writer);
      await new Promise((resolve) => setTimeout(resolve, delay));
      writer.kill('SIGKILL');
      await once(writer, 'exit');
      copyAsAfterPowerCut(this.#image, after);
    } finally {
      mounted.unmount();
    }
    rmSync(this.#image);
    this.#image = after;
    const again = new MountedImage(this.#image, path.join(this.#folder, 'mount'));
    try {
      return await inspect(path.join(again.folder, 'data'), acknowledged);
    } finally {
      again.unmount();
    }
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

await main();
