import { inArray } from 'drizzle-orm';
import type { OrganizationContext } from '#server/context.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { isRowId } from '#shared/text.ts';
import { files } from './tables.ts';

export interface LoadedFile {
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

/**
 * Uploaded files with their bytes, in the order of the ids. Outside any transaction: the store may be a network away.
 * @throws AppError not_found for one that is gone or another organization's; too_large beyond `limit` bytes together.
 */
export async function loadFiles(
  context: OrganizationContext,
  ids: readonly string[],
  limit: number,
): Promise<LoadedFile[]> {
  if (ids.length === 0) return [];
  if (!ids.every(isRowId)) throw notFound('file');
  const rows = await context.db
    .select()
    .from(files)
    .where(inArray(files.id, [...ids]));
  if (rows.reduce((sum, { size }) => sum + size, 0) > limit) {
    const megabytes = Math.floor(limit / 1024 / 1024);
    throw new AppError('too_large', `The files of one mail may have ${megabytes} MB together.`);
  }
  const byId = new Map(rows.map((row) => [row.id, row]));
  const loaded: LoadedFile[] = [];
  for (const id of new Set(ids.map((one) => one.toLowerCase()))) {
    const row = byId.get(id);
    const bytes = row && (await context.services.files.get(context.organizationId, id));
    if (!row || !bytes) throw notFound('file');
    loaded.push({ name: row.name, contentType: row.contentType, bytes });
  }
  return loaded;
}
