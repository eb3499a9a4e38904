import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { Upload } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import type { UploadInput } from './route.ts';

/** Boundaries and the headers of the part, beside the file itself. Bytes. */
const aroundFile = 16 * 1024;
/** Read for nothing after a refusal. Bytes. */
const mostThrownAway = 64 * 1024 * 1024;
/** A sender that says nothing for so long is not waited for, and no file takes longer than this. Milliseconds. */
const stalledMs = 15_000;
const longestMs = 180_000;
const longestName = 255;
const mediaType = /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/;

function tooSlow(): AppError {
  return new AppError('invalid', 'The upload came to a stop. Check the connection and try again.');
}

function endedEarly(cause?: unknown): AppError {
  return new AppError('invalid', 'The upload ended before the whole file had come. Try again.', { cause });
}

/** A body of `multipart/form-data` (RFC 7578) that nobody has begun to read. */
export class MultipartBody {
  readonly #headers: IncomingHttpHeaders;
  readonly #payload: Readable;
  #leave: (() => void) | null = null;

  constructor(headers: IncomingHttpHeaders, payload: Readable) {
    this.#headers = headers;
    this.#payload = payload;
  }

  /**
   * Reads up to the beginning of the one file. What comes after it is judged when its stream has been read to the end.
   * @throws AppError invalid for another field, for none and for a body that cannot be read; too_large by its length
   */
  async open({ field, limit }: Upload): Promise<UploadInput> {
    if (Number(this.#headers['content-length']) > limit + aroundFile) throw fileTooLarge(limit);
    const parser = this.#parser();
    const { promise: begun, resolve: begin, reject } = Promise.withResolvers<UploadInput>();
    const end = Promise.withResolvers<void>();
    // Awaited only by who reads the file: before that, its failure is the one of `begun` as well.
    end.promise.catch(() => undefined);
    let file: BusboyFileStream | null = null;
    const fail = (error: AppError) => {
      reject(error);
      end.reject(error);
      file?.destroy(error);
    };
    parser.on('file', (name, stream, fileName, _encoding, type) => {
      file = stream;
      stream.on('error', () => fail(endedEarly()));
      // The library's types leave out that a part may have no file name.
      const named: string | undefined = fileName;
      if (name !== field || named === undefined) {
        return fail(new AppError('invalid', `Send one file, in the field "${field}", and nothing else.`));
      }
      begin({
        fileName: named.slice(0, longestName),
        type: mediaType.test(type) ? type.toLowerCase() : 'application/octet-stream',
        stream: this.#read(stream, limit, end.promise),
      });
    });
    parser.on('partsLimit', () =>
      fail(new AppError('invalid', `Send one file only, in the field "${field}", and nothing else.`)),
    );
    parser.on('error', () => fail(endedEarly()));
    parser.on('finish', () => {
      reject(new AppError('invalid', `There is no file in the field "${field}".`));
      end.resolve();
    });
    this.#pour(parser, limit, fail);
    return begun;
  }

  /**
   * Lets go of the body. What has not been read is thrown away as it comes, up to a bound: a browser that is answered
   * while it still sends shows a broken connection instead of the answer.
   */
  async leave(): Promise<void> {
    this.#leave?.();
    this.#leave = null;
    const payload = this.#payload;
    if (payload.readableEnded || payload.destroyed) return;
    let left = mostThrownAway;
    const { promise, resolve } = Promise.withResolvers<void>();
    payload.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) resolve();
    });
    payload.once('end', resolve).once('close', resolve).resume();
    await promise;
  }

  #parser(): BusboyInstance {
    try {
      return new Busboy({
        headers: { 'content-type': this.#headers['content-type'] ?? '' },
        isPartAFile: () => true,
        limits: { parts: 1, headerPairs: 20, headerSize: aroundFile },
      });
    } catch (error) {
      throw new AppError('invalid', 'The Content-Type names no boundary between the parts of the form.', {
        cause: error,
      });
    }
  }

  /** Everything counts, so that no text before or after the file goes on for ever. */
  #pour(parser: BusboyInstance, limit: number, fail: (error: AppError) => void): void {
    const payload = this.#payload;
    let size = 0;
    const count = (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit + aroundFile) fail(fileTooLarge(limit));
    };
    const cut = () => {
      if (!payload.readableEnded) fail(endedEarly());
    };
    payload.on('data', count).on('error', cut).on('close', cut);
    payload.pipe(parser);
    this.#leave = () => {
      payload.unpipe(parser);
      payload.off('data', count).off('close', cut);
    };
  }

  async *#read(file: Readable, limit: number, end: Promise<void>): AsyncGenerator<Uint8Array> {
    let size = 0;
    const latest = performance.now() + longestMs;
    // Runs only while the sender is waited for, not while the receiver works.
    const wait = () => setTimeout(() => file.destroy(tooSlow()), stalledMs);
    let waiting = wait();
    try {
      for await (const chunk of file) {
        clearTimeout(waiting);
        if (!(chunk instanceof Uint8Array)) continue;
        size += chunk.length;
        if (size > limit) throw fileTooLarge(limit);
        if (performance.now() > latest) throw tooSlow();
        yield chunk;
        waiting = wait();
      }
    } catch (error) {
      throw error instanceof AppError ? error : endedEarly(error);
    } finally {
      clearTimeout(waiting);
    }
    await end;
  }
}

function fileTooLarge(limit: number): AppError {
  const megabytes = Math.floor(limit / 1024 / 1024);
  return new AppError('too_large', `This file is larger than ${megabytes} MB, the most that is taken here.`);
}
