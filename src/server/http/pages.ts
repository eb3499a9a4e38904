import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '#shared/errors.ts';
import { pages } from '#shared/pages.ts';

const yearSeconds = 31_536_000;
/** A new version of the widget reaches every website within this time. */
const widgetSeconds = 300;
/** What pages of other websites load. */
const forOtherPages = /[\\/]widget\.js(?:\.(?:br|gz))?$/;

/** Serves the built web application from `folder`: hashed files for ever, the shell for every page, 404 for the rest. */
export async function servePages(app: FastifyInstance, folder: string): Promise<void> {
  const shellFile = join(folder, 'index.html');
  const shell = existsSync(shellFile) ? readFileSync(shellFile) : null;
  if (shell) {
    await app.register(fastifyStatic, {
      root: folder,
      wildcard: false,
      // Pages with slots, for the server to fill.
      globIgnore: ['features/**'],
      index: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.includes('/assets/');
        reply.header('cache-control', hashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache');
        if (!forOtherPages.test(path)) return;
        reply.header('cache-control', `public, max-age=${widgetSeconds}`);
        reply.header('cross-origin-resource-policy', 'cross-origin');
      },
    });
  }
  const answerShell = (reply: FastifyReply, status: number) =>
    shell
      ? reply.status(status).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(shell)
      : reply
          .status(503)
          .type('text/plain; charset=utf-8')
          .send('The web application is not built. Run "npm run build".');
  for (const page of pages)
    app.get(page, { config: { page: true } }, (_request, reply) => answerShell(reply, 200));
  app.setNotFoundHandler((request, reply) => {
    if (request.url.startsWith('/api/') || request.url.startsWith('/ws/') || request.method !== 'GET') {
      throw new AppError('not_found', 'There is nothing at this address.');
    }
    return answerShell(reply, 404);
  });
}
