import { eq } from 'drizzle-orm';
import type { ProspectImport, prospectImportApi } from '#features/outreach/import-contract.ts';
import type { Context } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { prospectImportMappings, prospectImports } from '../tables.ts';
import { findImport, importOut, takeImport } from './import-row.ts';
import { judgeImport, lockImports } from './judge-rows.ts';
import { retake } from './stage-rows.ts';
import { headerDigest } from './upload-import.ts';

type MapColumns = (typeof prospectImportApi)['endpoints']['map'];

/** Takes the rows of a waiting import again by another mapping, and remembers it for files with the same header. */
export async function mapColumns(
  context: Context,
  { params, body }: Input<MapColumns>,
): Promise<ProspectImport> {
  const now = context.services.clock.now();
  const before = await findImport(context, params.id);
  const wrong = body.columns.find(({ index }) => index >= before.columns.length);
  if (wrong) {
    throw new AppError(
      'invalid',
      `This file has ${before.columns.length} columns; there is no column ${wrong.index + 1}.`,
    );
  }
  const fieldAt = new Map(body.columns.map(({ index, field }) => [index, field]));
  const columns = before.columns.map((column, index) => ({ ...column, field: fieldAt.get(index) ?? null }));
  const fields = columns.map(({ field }) => field);
  const { id } = await takeImport(context, params.id, now, { state: 'reading', reason: null });
  try {
    await retake(context, id, fields);
    await context.tx(async (tx) => {
      await lockImports(tx);
      await judgeImport(tx, id, { columns });
      const headerOf = headerDigest(columns.map(({ header }) => header));
      await tx.db
        .insert(prospectImportMappings)
        .values({ headerDigest: headerOf, fields, updatedAt: now })
        .onConflictDoUpdate({
          target: [prospectImportMappings.organizationId, prospectImportMappings.headerDigest],
          set: { fields, updatedAt: now },
        });
    });
  } catch (error) {
    const reason = 'The file could not be read by this choice of columns. Upload it again.';
    await context.db
      .update(prospectImports)
      .set({ state: 'cancelled', reason })
      .where(eq(prospectImports.id, id));
    throw error;
  }
  return importOut(await findImport(context, id), context.services.clock.now());
}
