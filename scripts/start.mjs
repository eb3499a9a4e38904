// Plain JavaScript that any Node can read, so that a start by hand on an old one says what to do.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const oldest = 24;
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const major = Number(process.versions.node.split('.')[0]);

if (major < oldest) {
  process.stderr.write(
    `AI Hub needs Node ${oldest}; this is Node ${process.versions.node}. Start it with "npm start", which brings its own Node, or install Node ${oldest}.\n`,
  );
  process.exit(1);
}

const source = join(root, 'scripts/build.ts');
const bundled = join(root, 'dist/server/main.js');
// A production image holds the built files only: there is nothing to build from.
if (existsSync(join(root, 'src')) && existsSync(join(root, 'node_modules/vite'))) {
  const { build } = await import(source);
  if (!existsSync(bundled))
    process.stdout.write('Building AI Hub, this takes some seconds the first time.\n');
  await build();
}
await import(bundled);
