import { asc, gt } from 'drizzle-orm';
import type { OrganizationContext } from '#server/context.ts';
import type { StoredFile } from '#server/feature.ts';
import { files } from './tables.ts';

const atOnce = 500;

/** Uploads that were not sent or have not yet gone, for the export of everything: a folder each, which keeps the name. */
export async function* exportedFiles({ db }: Pick<OrganizationContext, 'db'>): AsyncGenerator<StoredFile> {
  for (let after: string | null = null; ; ) {
    const rows: Pick<typeof files.$inferSelect, 'id' | 'name' | 'size'>[] = await db
      .select({ id: files.id, name: files.name, size: files.size })
      .from(files)
      .where(after === null ? undefined : gt(files.id, after))
      .orderBy(asc(files.id))
      .limit(atOnce);
    for (const { id, name, size } of rows) yield { id, path: `uploads/${id}/${safeName(name)}`, size };
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return;
    after = last.id;
  }
}

/** A name that every system can unpack and that leads out of no folder. */
function safeName(name: string): string {
  const safe = name
    .replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')
    .replaceAll(/^[. ]+|[. ]+$/g, '')
    .slice(0, 100);
  return safe || 'file';
}
