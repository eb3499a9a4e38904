import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build as bundle, type Plugin } from 'esbuild';
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
  'pdfkit',
  'pg-native',
  'sharp',
  '@zxcvbn-ts/language-common',
  'unpdf',
];

/**
 * Writes characters beyond ASCII as escapes where esbuild leaves them: in regular expressions and `String.raw` (here
 * only sources of regular expressions). A single one makes V8 keep all of the bundle with two bytes a character.
 */
const narrowSources: Plugin = {
  name: 'narrow-sources',
  setup: (bundling) =>
    bundling.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => ({
      loader: 'ts',
      contents: readFileSync(path, 'utf8').replaceAll(/\P{ASCII}/gu, escapeOf),
    })),
};

/** `\u2013` for an en dash, two of these for what lies beyond the first 65,536 characters. */
function escapeOf(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

async function buildServer(): Promise<void> {
  rmSync(join(root, 'dist/server'), { recursive: true, force: true });
  await bundle({
    absWorkingDir: root,
    entryPoints: {
      main: 'src/server/main.ts',
      'embedded-worker': 'src/server/db/embedded/embedded-worker.ts',
      'pdf-worker': 'src/features/payments/server/pdf/pdf-worker.ts',
      'document-reader': 'src/features/support/server/imports/document-reader.ts',
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
    plugins: [narrowSources],
    logLevel: 'warning',
    // CommonJS packages in the bundle call `require` for Node's own modules.
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
  cpSync(join(root, 'src/server/db/migrations'), join(root, 'dist/server/migrations'), { recursive: true });
}

/** Where the server finds the page that shows the widget, among the pages with slots. */
const demoPage = 'dist/web/features/support/widget-demo.html';

/**
 * One classic script that pages of other websites load, without a map and with its compressed forms beside it; and the
 * page on which it can be tried. After the web application, whose build empties the folder.
 */
async function buildWidget(): Promise<void> {
  const outfile = join(root, 'dist/web/widget.js');
  await bundle({
    absWorkingDir: root,
    entryPoints: ['src/widget/widget.ts'],
    outfile,
    bundle: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  const bytes = readFileSync(outfile);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${outfile}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${outfile}.gz`, gzipSync(bytes, { level: 9 }));
  mkdirSync(dirname(join(root, demoPage)), { recursive: true });
  cpSync(join(root, 'src/widget/demo.html'), join(root, demoPage));
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
  await buildWidget();
  writeFileSync(stampFile, stamp);
}

if (process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--here')) await buildHere();
  else process.stdout.write(`${await build()}\n`);
}
