import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#shared/errors.ts';
import type { Hub } from '../hub.ts';
import type { Services } from '../services.ts';
import { type KeptPage, KeptPages } from './kept-pages.ts';

/** What a page is written with. */
export interface PageTools {
  services: Services;
  /** Reads a built page of the web half, by its path from the sources. @throws AppError unavailable when nothing is built */
  template: (file: string) => Promise<string>;
}

/** A page that the server writes, so that it reads without JavaScript. It is kept until it is out of date. */
export interface WrittenPage {
  path: `/${string}`;
  /** Media type. */
  type: string;
  /** Kind of the notice that puts it out of date; null = what it says cannot change while the process runs. */
  changesOn: string | null;
  write: (tools: PageTools) => Promise<string>;
}

/** Serves the pages that features write: compressed, with a tag that saves sending them again. */
export function serveWrittenPages(app: FastifyInstance, hub: Hub, folder: string): void {
  const tools: PageTools = { services: hub.services, template: (file) => templateIn(folder, file) };
  const kept = new KeptPages<WrittenPage>(
    hub.open.listener,
    (page) => page.write(tools),
    (error) => hub.log.warn({ err: error }, 'a page could not be written; the latest one is shown'),
  );
  for (const page of hub.services.pages) {
    app.get(page.path, { config: { page: true } }, async (request, reply) =>
      send(request, reply, page.type, await kept.read(page)),
    );
  }
}

function send(request: FastifyRequest, reply: FastifyReply, type: string, page: KeptPage): FastifyReply {
  reply.type(type).header('cache-control', 'no-cache').header('vary', 'accept-encoding');
  reply.header('etag', page.etag);
  if (request.headers['if-none-match'] === page.etag) return reply.status(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null;
  if (encoding === null) return reply.send(page.plain);
  return reply.header('content-encoding', encoding).send(page[encoding]);
}

async function templateIn(folder: string, file: string): Promise<string> {
  try {
    return await readFile(join(folder, file), 'utf8');
  } catch (cause) {
    const message = 'The web application is not built. Run "npm run build".';
    throw new AppError('unavailable', message, { cause });
  }
}
