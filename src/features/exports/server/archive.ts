import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

const encoder = new TextEncoder();

/**
 * A zip file (PKWARE APPNOTE) that is written text by text. What it has made so far is taken with `take`, so that it is
 * never held whole.
 */
export class Archive {
  #made: Uint8Array[] = [];
  #failure: Error | null = null;
  readonly #zip = new Zip((error, bytes) => {
    if (error) this.#failure = error;
    else this.#made.push(bytes);
  });

  /** Begins a file within the archive; `text` may be called many times, then `end` once. */
  file(name: string): { text: (text: string) => void; end: () => void } {
    const entry = new ZipDeflate(name, { level: 6 });
    this.#zip.add(entry);
    return {
      text: (text) => entry.push(encoder.encode(text)),
      end: () => entry.push(new Uint8Array(0), true),
    };
  }

  /** A whole file as it is: pictures and documents are compressed already. */
  add(name: string, bytes: Uint8Array): void {
    const entry = new ZipPassThrough(name);
    this.#zip.add(entry);
    entry.push(bytes, true);
  }

  end(): void {
    this.#zip.end();
  }

  /** The bytes since the last call. */
  take(): Uint8Array[] {
    if (this.#failure) throw this.#failure;
    const made = this.#made;
    this.#made = [];
    return made;
  }
}
