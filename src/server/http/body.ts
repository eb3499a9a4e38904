import type { FastifyInstance } from 'fastify';
import { AppError } from '#shared/errors.ts';
import { RawInput } from './route.ts';

/** JSON bodies of at most this many bytes, unless the endpoint says otherwise (contract section 3). */
export const jsonLimit = 1024 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Reads bodies: JSON strictly as UTF-8, an empty one as none; mail files as streams that the use case reads itself. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: { headers: { 'content-type'?: string | undefined } }, bytes: Buffer) => {
      const charset = /charset="?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
      if (charset && !/^(utf-?8|us-ascii)$/i.test(charset)) {
        throw new AppError('unsupported_type', 'Send JSON in UTF-8.');
      }
      if (bytes.length === 0) return undefined;
      return parseJson(bytes);
    },
  );
  for (const type of ['message/rfc822', 'application/mbox']) {
    app.addContentTypeParser(type, (_request, payload, done) => done(null, new RawInput(type, payload)));
  }
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes), refusePrototype);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError(
      'invalid',
      error instanceof SyntaxError ? 'The body is not valid JSON.' : 'The body is not valid UTF-8 text.',
    );
  }
}

/** A key that could reach an object's prototype has no place in any body of ours. */
function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new AppError('invalid', 'Unknown field: __proto__');
  return value;
}
