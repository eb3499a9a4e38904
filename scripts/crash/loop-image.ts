import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';

const SIZE = '400M';
/** Seconds between the file system's own commits: long, so that only what the database forces to disk is there. */
const COMMIT_SECONDS = 300;

/** Why no image can be mounted here, or undefined when it can. */
export function whyNot(folder: string): string | undefined {
  if (process.platform !== 'linux') return 'loop mounts exist on Linux only';
  if (process.getuid?.() !== 0) return 'mounting needs root';
  const image = `${folder}/probe.img`;
  try {
    makeImage(image);
    new MountedImage(image, `${folder}/probe`).unmount();
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.message.split('\n')[0] ?? 'unknown') : String(error);
  } finally {
    rmSync(image, { force: true });
  }
}

export function makeImage(image: string): void {
  run('truncate', ['--size', SIZE, image]);
  // Nothing may be left to write in the background after mkfs, and no blocks discarded under the copy.
  run('mkfs.ext4', ['-q', '-F', '-E', 'lazy_itable_init=0,lazy_journal_init=0,nodiscard', image]);
}

/**
 * What is on the disk of a machine whose power fails now: the bytes that the file system has handed to its device.
 * What it still holds in memory is not in the image.
 */
export function copyAsAfterPowerCut(image: string, copy: string): void {
  run('cp', ['--sparse=always', image, copy]);
}

/** An ext4 image, mounted through a loop device. Mounting replays its journal, as a machine does when power is back. */
export class MountedImage {
  readonly folder: string;

  constructor(image: string, folder: string) {
    mkdirSync(folder, { recursive: true });
    run('mount', ['-o', `loop,commit=${COMMIT_SECONDS}`, image, folder]);
    this.folder = folder;
  }

  unmount(): void {
    run('umount', [this.folder]);
  }
}

function run(command: string, args: string[]): void {
  execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
