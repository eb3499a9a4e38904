import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { transform } from 'esbuild';
import { defineConfig, type Plugin } from 'vite';

const root = path.join(import.meta.dirname, 'src');
const apiAddress = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

/** Fails the build when a file of the server would reach the browser. */
function noServerCode(): Plugin {
  return {
    name: 'no-server-code',
    enforce: 'pre',
    load(id) {
      const file = path.relative(root, id.split('?')[0] ?? id).replaceAll('\\', '/');
      if (/^(server|features\/[^/]+\/server)\//.test(file)) {
        this.error(`${file} belongs to the server and must not be loaded by the web half.`);
      }
      return null;
    },
  };
}

/** Lets the browser fetch the font while it still reads the style sheet. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml(_html, context) {
      const font = Object.keys(context.bundle ?? {}).find((file) => file.endsWith('.woff2'));
      if (!font) throw new Error('The build holds no woff2 font to preload.');
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true };
      return [{ tag: 'link', attrs, injectTo: 'head' }];
    },
  };
}

/** Builds the service worker, whose caches are named by the digest of the whole build. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const source = await readFile(path.join(root, 'web/service-worker/service-worker.ts'), 'utf8');
      const digest = createHash('sha256').update(source);
      for (const name of ['offline.html', 'offline.js'])
        digest.update(await readFile(path.join(root, 'web/public', name), 'utf8'));
      for (const name of Object.keys(bundle).toSorted()) digest.update(name);
      const define = { BUILD: JSON.stringify(digest.digest('hex').slice(0, 16)) };
      const { code } = await transform(source, { loader: 'ts', format: 'iife', minify: true, define });
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: code });
    },
  };
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Writes a .br and a .gz beside every text file of the build, so that serving costs no processor time. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle(options, bundle) {
      const folder = options.dir ?? '';
      for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg|html)$/.test(file))) {
        const file = path.join(folder, name);
        const bytes = await readFile(file);
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        await writeFile(`${file}.br`, await brotli(bytes, { params }));
        await writeFile(`${file}.gz`, await gzipped(bytes, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root,
  publicDir: path.join(root, 'web/public'),
  plugins: [noServerCode(), react(), tailwindcss(), preloadFont(), serviceWorker(), precompress()],
  resolve: {
    alias: {
      // The package's build for browsers writes markup into an element, which Trusted Types refuse.
      'decode-named-character-reference': path.join(
        import.meta.dirname,
        'node_modules/decode-named-character-reference/index.js',
      ),
    },
  },
  build: {
    outDir: path.join(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    // The map would tell the address of every source file; errors carry a request id instead.
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'features/landing/web/landing.html', 'features/legal/web/legal.html'].map(
        (page) => path.join(root, page),
      ),
      output: {
        // Few files instead of twenty for what the first page needs; everything else splits by screen.
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-router|router-core|history|store|react-store))\//,
            },
            {
              name: 'sign-in',
              test: /src\/features\/auth\/(web\/(login-screen|page|use-config|use-login|contract\.lazy)|slug-hint)\.tsx?$/,
            },
            {
              name: 'kit',
              test: /src\/web\/(api|token|toast|theme|address|ui\/(button|field|cx|use-form|states)|shell\/(brand|title|crash|not-found))\.tsx?$|node_modules\/lucide-react\/dist\/esm\/(createLucideIcon|Icon|icons\/eye(-off)?)\./,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': { target: apiAddress, changeOrigin: false },
      '/ws': { target: apiAddress, ws: true },
      '^/(landing|terms|privacy|widget-demo|widget\\.js)$': { target: apiAddress, changeOrigin: false },
    },
  },
});
