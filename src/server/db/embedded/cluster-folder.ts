import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { EmbeddedDatabaseError } from './embedded-errors.ts';
import { makeFolder } from './make-folder.ts';

/** The major version of PostgreSQL inside the pinned PGlite. A cluster is readable by its own major only. */
export const EMBEDDED_POSTGRES_MAJOR = '18';

/** The cluster's folder inside the data folder; the lock, the secret and the uploaded files lie beside it. */
export function clusterFolder(dataDir: string): string {
  return path.join(path.resolve(dataDir), 'database');
}

/**
 * Makes the folder ready to be opened: created when missing, emptied when an earlier `initdb` did not finish.
 * @returns whether the cluster is a new one.
 * @throws EmbeddedDatabaseError when the folder holds something else or another major version.
 */
export function prepareCluster(cluster: string): boolean {
  if (existsSync(marker(cluster))) rmSync(cluster, { recursive: true, force: true });
  makeFolder(path.resolve(cluster));

  const versionFile = path.join(cluster, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const major = readFileSync(versionFile, 'utf8').trim();
    if (major === EMBEDDED_POSTGRES_MAJOR) return false;
    throw new EmbeddedDatabaseError(
      `The database in ${cluster} belongs to PostgreSQL ${major}; this version of AI Hub opens PostgreSQL ${EMBEDDED_POSTGRES_MAJOR}. Start the version that wrote it and move the data with a backup.`,
    );
  }

  if (readdirSync(cluster).length > 0) {
    throw new EmbeddedDatabaseError(
      `The folder ${cluster} is not empty and holds no database (PG_VERSION is missing). Restore a backup or empty the folder.`,
    );
  }
  // Until the files of initdb are on disk this marker says "throw away and start over": initdb itself never syncs.
  closeSync(openSync(marker(cluster), 'w', 0o600));
  syncPath(path.dirname(cluster));
  return true;
}

/** Forces a new cluster to disk and removes the marker. Does nothing for a cluster that was there before. */
export function finishNewCluster(cluster: string): void {
  if (!existsSync(marker(cluster))) return;
  syncTree(cluster);
  rmSync(marker(cluster));
  syncPath(path.dirname(cluster));
}

/** Forces every file and folder below `folder` to disk, and its own entry in the parent. */
export function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    syncPath(path.join(entry.parentPath, entry.name));
  }
  syncPath(folder);
  syncPath(path.dirname(folder));
}

/** Forces one file to disk, or the names in one folder. */
export function syncPath(target: string): void {
  let descriptor: number;
  try {
    descriptor = openSync(target, 'r');
  } catch (error) {
    if (cannotOpenFolder(error)) return;
    throw error;
  }
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (!cannotOpenFolder(error)) throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Windows opens no folders, and syncs no file that is open for reading only; NTFS journals names by itself. */
function cannotOpenFolder(error: unknown): boolean {
  return (
    process.platform === 'win32' &&
    error instanceof Error &&
    'code' in error &&
    (error.code === 'EPERM' || error.code === 'EISDIR' || error.code === 'EACCES')
  );
}

function marker(cluster: string): string {
  return `${cluster}.initializing`;
}
