import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
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

/**
 * Builds what is not built, or is older than its sources. In a process of its own: Vite takes NODE_ENV from the process
 * it runs in and leaves its own there, which would turn a server that starts afterwards into another mode.
 */
export async function build(): Promise<'built' | 'up to date'> {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceStamp()) return 'up to date';
  const child = spawn(process.execPath, [import.meta.filename, '--here'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error('The build failed; what is wrong stands above.');
  return 'built';
}

async function buildHere(): Promise<void> {
  const stamp = sourceStamp();
  mkdirSync(join(root, 'dist'), { recursive: true });
  rmSync(stampFile, { force: true });
  await Promise.all([
    buildServer(),
    buildWeb({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' }),
  ]);
  writeFileSync(stampFile, stamp);
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--here')) await buildHere();
  else process.stdout.write(`${await build()}\n`);
}
