import { eq } from 'drizzle-orm';
import type { OrganizationContext } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { Archive } from './archive.ts';
import { organizationExports } from './tables.ts';

/** Bytes of a piece in the file store. */
const pieceBytes = 4 * 1024 * 1024;

type ExportRow = typeof organizationExports.$inferSelect;

/** Texts and files go through an archive into pieces; the row tells how far it is. */
export class Writer {
  readonly #organization: OrganizationContext;
  readonly #row: ExportRow;
  readonly #pieces: string[] = [];
  readonly archive = new Archive();
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  /** Bytes of what was stored. */
  bytes = 0;

  constructor(organization: OrganizationContext, row: ExportRow) {
    this.#organization = organization;
    this.#row = row;
  }

  /** Stores what the archive has made, as soon as it fills a piece, and all of it at the end. */
  async flush(all = false): Promise<void> {
    for (const bytes of this.archive.take()) {
      this.#held.push(bytes);
      this.#heldBytes += bytes.byteLength;
    }
    if (this.#heldBytes === 0 || (this.#heldBytes < pieceBytes && !all)) return;
    const { db, services, organizationId } = this.#organization;
    const name = newId();
    // Its name is written first: what lies in the store is always known by a row.
    this.#pieces.push(name);
    this.bytes += this.#heldBytes;
    await db
      .update(organizationExports)
      .set({ pieces: [...this.#pieces], byteCount: this.bytes })
      .where(eq(organizationExports.id, this.#row.id));
    await services.files.put(organizationId, name, Buffer.concat(this.#held));
    this.#held = [];
    this.#heldBytes = 0;
  }
}
