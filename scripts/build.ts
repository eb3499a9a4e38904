import { createHash } from 'node:crypto';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build as bundle } from 'esbuild';
import { build as buildWeb } from 'vite';

const root = join(import.meta.dirname, '..');
const stampFile = join(root, 'dist/stamp');

/** Digest of everything that the build reads: a built folder with this stamp is up to date. */
export function sourceStamp(): string {
  const files = globSync(['src/**/*', 'vite.config.ts', 'scripts/build.ts', 'package-lock.json'], {
    cwd: root,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  const digest = createHash('sha256');
  for (const file of files)
    digest.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  return digest.digest('hex');
}

/** Packages with files of their own beside their code (WebAssembly, native code): loaded from node_modules. */
const external = [
  '@electric-sql/pglite',
  '@electric-sql/pglite/*',
  '@node-rs/argon2',
  'pg-native',
  '@zxcvbn-ts/language-common',
];

async function buildServer(): Promise<void> {
  rmSync(join(root, 'dist/server'), { recursive: true, force: true });
  await bundle({
    absWorkingDir: root,
    entryPoints: {
      main: 'src/server/main.ts',
      'embedded-worker': 'src/server/db/embedded/embedded-worker.ts',
    },
    outdir: 'dist/server',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    sourcemap: true,
    sourcesContent: false,
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    external,
    logLevel: 'warning',
    // CommonJS packages in the bundle call `require` for Node's own modules.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
  cpSync(join(root, 'src/server/db/migrations'), join(root, 'dist/server/migrations'), { recursive: true });
}

/** Builds what is not built, or is older than its sources. */
export async function build(): Promise<'built' | 'up to date'> {
  const stamp = sourceStamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return 'up to date';
  mkdirSync(join(root, 'dist'), { recursive: true });
  rmSync(stampFile, { force: true });
  await Promise.all([
    buildServer(),
    buildWeb({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' }),
  ]);
  writeFileSync(stampFile, stamp);
  return 'built';
}

if (process.argv[1] === import.meta.filename) process.stdout.write(`${await build()}\n`);
