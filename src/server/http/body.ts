import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#shared/errors.ts';
import { assertParsable } from './json-shape.ts';
import { MultipartBody } from './multipart.ts';
import { RawInput, SignedInput } from './route.ts';

/** JSON bodies of at most this many bytes, unless the endpoint says otherwise (contract section 3). */
export const jsonLimit = 1024 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

interface IncomingBody {
  headers: IncomingHttpHeaders;
}

interface IncomingJson extends IncomingBody {
  signedBy: readonly string[] | null;
}

/** Reads bodies: JSON strictly as UTF-8, an empty one as none; files as streams that the use case reads itself. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: IncomingJson, bytes: Buffer) => {
      assertPlain(request);
      // A signature is over the bytes: what was parsed and written again is another text.
      if (request.signedBy) return new SignedInput(bytes, picked(request.headers, request.signedBy));
      const charset = /charset="?([^";\s]+)/i.exec(request.headers['content-type'] ?? '')?.[1];
      if (charset && !/^(utf-?8|us-ascii)$/i.test(charset)) {
        throw new AppError('unsupported_type', 'Send JSON in UTF-8.');
      }
      if (bytes.length === 0) return undefined;
      return parseJson(bytes);
    },
  );
  for (const type of [
    'message/rfc822',
    'application/mbox',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
  ]) {
    app.addContentTypeParser(type, async (request: IncomingBody, payload: AsyncIterable<Uint8Array>) => {
      assertPlain(request);
      return new RawInput(type, payload);
    });
  }
  app.addContentTypeParser('multipart/form-data', async (request: IncomingBody, payload: Readable) => {
    assertPlain(request);
    return new MultipartBody(request.headers, payload);
  });
}

function picked(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

/** What would have to be unpacked first must not be read as if it were the text itself. */
function assertPlain({ headers }: IncomingBody): void {
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    throw new AppError('unsupported_type', 'Send the body without a Content-Encoding.');
}

/** A key `__proto__`, plain or with its underscores escaped. */
const namesPrototype = /__proto__|\\u005f/i;

function parseJson(bytes: Buffer): unknown {
  assertParsable(bytes);
  try {
    const text = utf8.decode(bytes);
    // Looking at every key takes five times as long as parsing.
    return JSON.parse(text, namesPrototype.test(text) ? refusePrototype : undefined);
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
