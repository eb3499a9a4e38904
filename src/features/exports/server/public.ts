import type { OrganizationDatabase } from '#server/db/database.ts';
import { organizationExports } from './tables.ts';

/** Names in the file store of what an organization's exports have written: files that have a row. */
export async function exportPiecesOf({ db }: Pick<OrganizationDatabase, 'db'>): Promise<string[]> {
  const rows = await db.select({ pieces: organizationExports.pieces }).from(organizationExports);
  return rows.flatMap((row) => row.pieces);
}
