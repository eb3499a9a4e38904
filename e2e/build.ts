import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';

const root = path.join(import.meta.dirname, '..');

function newest(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && !/[\\/]server[\\/]|[\\/]server$/.test(path.join(entry.parentPath, '/')),
    )
    .reduce(
      (latest, entry) => Math.max(latest, statSync(path.join(entry.parentPath, entry.name)).mtimeMs),
      0,
    );
}

/** Builds the web application when there is no build or a source file is younger than it. */
export async function ensureWebBuild(): Promise<void> {
  const built = path.join(root, 'dist/web/index.html');
  const sources = ['src/web', 'src/features', 'src/shared'].map((folder) => newest(path.join(root, folder)));
  if (existsSync(built) && statSync(built).mtimeMs >= Math.max(...sources)) return;
  await build({ configFile: path.join(root, 'vite.config.ts'), logLevel: 'error' });
}
