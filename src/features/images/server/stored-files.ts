import { asc, gt } from 'drizzle-orm';
import type { OrganizationContext } from '#server/context.ts';
import type { StoredFile } from '#server/feature.ts';
import { images } from './tables.ts';

/** The names in the file store of every picture of an organization. */
export async function storedFilesOf({ db }: Pick<OrganizationContext, 'db'>): Promise<string[]> {
  const rows = await db.select({ variants: images.variants }).from(images);
  return rows.flatMap(({ variants }) => variants.map(({ file }) => file));
}

const atOnce = 500;

/** Every picture of an organization in its full size, for the export of everything: the smaller ones are made from it. */
export async function* exportedPictures({ db }: Pick<OrganizationContext, 'db'>): AsyncGenerator<StoredFile> {
  for (let after: string | null = null; ; ) {
    const rows: Pick<typeof images.$inferSelect, 'id' | 'variants'>[] = await db
      .select({ id: images.id, variants: images.variants })
      .from(images)
      .where(after === null ? undefined : gt(images.id, after))
      .orderBy(asc(images.id))
      .limit(atOnce);
    for (const { id, variants } of rows) {
      const full = variants.find(({ name }) => name === 'full');
      if (!full) continue;
      const ending = full.contentType.replace(/^image\//, '').replace('jpeg', 'jpg');
      yield { id: full.file, path: `pictures/${id}.${ending}`, size: full.size };
    }
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return;
    after = last.id;
  }
}
