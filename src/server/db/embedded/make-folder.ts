import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Makes a folder with the folders above it. One at a time: Node's own recursive form never returns where the system
 * answers "no such file" for a new folder inside one that exists, as in /proc. @throws as mkdir does.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const above = path.dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process that starts at the same moment may have made it.
    if (!existsSync(folder)) throw error;
  }
}
