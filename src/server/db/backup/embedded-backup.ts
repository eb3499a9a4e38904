import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { clusterFolder, EMBEDDED_POSTGRES_MAJOR, syncPath, syncTree } from '../embedded/cluster-folder.ts';
import { lockDataFolder } from '../embedded/data-lock.ts';
import { BackupError, extractBackup, readManifest, writeBackup } from './backup-file.ts';

/** What belongs into a backup of a data folder, by its name there. */
const DATABASE = 'database';
/** Uploaded files, and the generated key without which stored credentials cannot be read. */
const BESIDE_DATABASE = ['files', 'secret'];
const PARTS = [DATABASE, ...BESIDE_DATABASE];

export interface EmbeddedBackupOptions {
  dataDir: string;
  /** The backup to write or to read. */
  file: string;
}

/**
 * Writes the data folder to one file. The hub must not run: its lock is taken meanwhile.
 * @throws DataFolderInUse; BackupError when there is no database, or `file` exists.
 */
export async function backupEmbedded(options: EmbeddedBackupOptions & { hubVersion: string }): Promise<void> {
  const { dataDir, file, hubVersion } = options;
  const cluster = clusterFolder(dataDir);
  const versionFile = path.join(cluster, 'PG_VERSION');
  if (!existsSync(versionFile) || existsSync(`${cluster}.initializing`)) {
    throw new BackupError(
      `The data folder ${dataDir} holds no database. Set HUB_DATA_DIR to the one that does.`,
    );
  }
  if (existsSync(file)) throw new BackupError(`${file} exists already. Choose another name.`);
  const lock = await lockDataFolder(dataDir);
  try {
    const description = {
      format: 'ai-hub-backup' as const,
      version: 1 as const,
      kind: 'embedded' as const,
      createdAt: new Date().toISOString(),
      hub: hubVersion,
      postgres: readFileSync(versionFile, 'utf8').trim(),
    };
    const sources = [
      { name: DATABASE, path: cluster },
      ...BESIDE_DATABASE.map((name) => ({ name, path: path.join(dataDir, name) })),
    ];
    await writeBackup(file, description, sources);
  } finally {
    await lock.release();
  }
}

/**
 * Puts a backup into a data folder that holds nothing, or with `force` in the place of what it holds, which is moved
 * to a folder `before-restore-…` inside it. Nothing is moved before the whole backup has been unpacked and checked.
 * @returns where the former content lies, if there was any.
 * @throws DataFolderInUse, BackupError
 */
export async function restoreEmbedded(
  options: EmbeddedBackupOptions & { force: boolean },
): Promise<{ movedTo: string | undefined }> {
  const { dataDir, file, force } = options;
  const description = await readManifest(file);
  if (description.kind !== 'embedded') {
    throw new BackupError(`${file} is a backup of a PostgreSQL database. Set DATABASE_URL to restore it.`);
  }
  if (description.postgres !== EMBEDDED_POSTGRES_MAJOR) {
    throw new BackupError(
      `${file} belongs to PostgreSQL ${description.postgres}; this version of AI Hub opens PostgreSQL ${EMBEDDED_POSTGRES_MAJOR}. Restore it with AI Hub ${description.hub}.`,
    );
  }
  const lock = await lockDataFolder(dataDir);
  const unpacked = path.join(path.resolve(dataDir), 'restore.part');
  try {
    const present = PARTS.filter((name) => existsSync(path.join(dataDir, name)));
    if (present.length > 0 && !force) {
      throw new BackupError(
        `The data folder ${dataDir} is not empty. With --force what it holds is moved aside; nothing is deleted.`,
      );
    }
    rmSync(unpacked, { recursive: true, force: true });
    await extractBackup(file, unpacked);
    syncTree(unpacked);
    const movedTo = present.length > 0 ? moveAside(dataDir, present) : undefined;
    for (const name of PARTS) moveIfThere(path.join(unpacked, name), path.join(dataDir, name));
    rmSync(`${clusterFolder(dataDir)}.initializing`, { force: true });
    syncPath(path.resolve(dataDir));
    return { movedTo };
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
    await lock.release();
  }
}

function moveAside(dataDir: string, present: string[]): string {
  const aside = path.join(dataDir, `before-restore-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`);
  mkdirSync(aside, { mode: 0o700 });
  for (const name of present) moveIfThere(path.join(dataDir, name), path.join(aside, name));
  return aside;
}

function moveIfThere(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to);
}
