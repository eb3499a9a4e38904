import type { OrganizationContext } from '#server/context.ts';
import { csvHeader, csvRows } from '#server/csv.ts';
import type { StoredFile } from '#server/feature.ts';
import type { Writer } from './writer.ts';

/** Names what is not in the archive, and why. */
export const leftOutFile = 'files/left-out.csv';

/** A zip file without its 64 bit form holds 4 GB and 65,535 entries (PKWARE APPNOTE 4.4.1.4); the tables have their share. */
const mostBytes = 3.5 * 1024 ** 3;
const mostFiles = 60_000;

const reasons = {
  full: 'The archive is full. Ask for this file through the API.',
  gone: 'It was deleted while the export was made, or is missing in the file store.',
} as const;

/** The list of what is not in the archive. Nothing else can be added once it has begun: entries follow one another. */
class LeftOut {
  readonly #writer: Writer;
  #entry: ReturnType<Writer['archive']['file']> | null = null;
  count = 0;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  get hasBegun(): boolean {
    return this.#entry !== null;
  }

  add({ path, size }: StoredFile, reason: string): void {
    if (this.#entry === null) {
      this.#entry = this.#writer.archive.file(leftOutFile);
      this.#entry.text(csvHeader(['file', 'bytes', 'reason']));
    }
    this.#entry.text(csvRows([[path, size, reason]]));
    this.count += 1;
  }

  end(): void {
    this.#entry?.end();
  }
}

/**
 * The organization's files, one at a time in memory; what does not fit or is not there is listed at the end.
 * Answers how many files are in the archive and how many are not.
 */
export async function writeFiles(
  organization: OrganizationContext,
  writer: Writer,
  signal: AbortSignal,
): Promise<{ written: number; leftOut: number }> {
  const { services, organizationId } = organization;
  const leftOut = new LeftOut(writer);
  const gone: StoredFile[] = [];
  let written = 0;
  for (const storedFiles of services.storedFiles) {
    for await (const file of storedFiles(organization)) {
      signal.throwIfAborted();
      if (leftOut.hasBegun || written >= mostFiles || writer.bytes + file.size > mostBytes) {
        leftOut.add(file, reasons.full);
        await writer.flush();
        continue;
      }
      const bytes = await services.files.get(organizationId, file.id);
      if (bytes === null) {
        gone.push(file);
        continue;
      }
      writer.archive.add(`files/${file.path}`, bytes);
      written += 1;
      await writer.flush();
    }
  }
  for (const file of gone) leftOut.add(file, reasons.gone);
  leftOut.end();
  await writer.flush();
  return { written, leftOut: leftOut.count };
}
