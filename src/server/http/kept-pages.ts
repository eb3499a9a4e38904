import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { NoticeListener } from '../db/notifications.ts';

/** A page's bytes, as they are and compressed, with the tag that stands for them (RFC 9110 section 8.8.3). */
export interface KeptPage {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
  etag: string;
}

const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

async function packed(text: string): Promise<KeptPage> {
  const plain = Buffer.from(text);
  const [br, gzipped] = await Promise.all([compress.br(plain), compress.gzip(plain)]);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { plain, br, gzip: gzipped, etag };
}

/** Keeps what was written until a notice says that it is out of date. */
export class KeptPages<Page extends { changesOn: string | null }> {
  readonly #listener: NoticeListener;
  readonly #write: (page: Page) => Promise<string>;
  readonly #report: (error: unknown) => void;
  readonly #current = new Map<Page, Promise<KeptPage>>();
  /** The latest of each that could be written, for when the next one cannot. */
  readonly #latest = new Map<Page, KeptPage>();

  constructor(
    listener: NoticeListener,
    write: (page: Page) => Promise<string>,
    report: (error: unknown) => void,
  ) {
    this.#listener = listener;
    this.#write = write;
    this.#report = report;
    listener.onNotice(({ kind }) => {
      for (const page of this.#current.keys()) if (page.changesOn === kind) this.#current.delete(page);
    });
    listener.onGap(() => this.#current.clear());
  }

  /** The page as it is now; the latest one while a new one cannot be written. @throws what writing throws, when there was none yet */
  async read(page: Page): Promise<KeptPage> {
    try {
      return await (this.#current.get(page) ?? this.#renew(page));
    } catch (error) {
      const latest = this.#latest.get(page);
      if (!latest) throw error;
      this.#report(error);
      return latest;
    }
  }

  async #renew(page: Page): Promise<KeptPage> {
    const fresh = this.#write(page).then(packed);
    // Without the connection nobody would say that it is out of date.
    if (this.#listener.connected) this.#current.set(page, fresh);
    try {
      const kept = await fresh;
      this.#latest.set(page, kept);
      return kept;
    } catch (error) {
      if (this.#current.get(page) === fresh) this.#current.delete(page);
      throw error;
    }
  }
}
