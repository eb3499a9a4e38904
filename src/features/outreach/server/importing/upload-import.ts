import { eq } from 'drizzle-orm';
import type { ProspectField } from '#features/outreach/contract.ts';
import {
  importLimits,
  type ProspectImport,
  type prospectImportApi,
} from '#features/outreach/import-contract.ts';
import type { Context } from '#server/context.ts';
import { type Bodies, Reply, type UploadInput, uploadOf } from '#server/http/route.ts';
import { newId, tokenHash } from '#server/ids.ts';
import type { Input } from '#shared/endpoint.ts';
import { type CsvFile, readCsv } from '../csv-reading/read-csv.ts';
import type { CsvRow } from '../csv-reading/read-rows.ts';
import { prospectImportMappings, prospectImports } from '../tables.ts';
import { storable } from '../take-row.ts';
import { findImport, importOut, type StoredImport } from './import-row.ts';
import { judgeImport, lockImports } from './judge-rows.ts';
import { RowStage } from './stage-rows.ts';

type Upload = (typeof prospectImportApi)['endpoints']['upload'];

/** What a file's header is recognised by, for the mapping that was chosen for it before. */
export function headerDigest(names: readonly string[]): string {
  return tokenHash(names.map((name) => name.toLowerCase()).join('\u0001'));
}

/** Reads a CSV file and keeps its rows for an hour; nothing is imported yet. */
export async function uploadImport(
  context: Context,
  input: Input<Upload> & Bodies,
): Promise<Reply<ProspectImport>> {
  const { id } = await stageUpload(context, uploadOf(input));
  await context.tx(async (tx) => {
    await lockImports(tx);
    await judgeImport(tx, id);
  });
  return new Reply(importOut(await findImport(context, id), context.services.clock.now()));
}

/**
 * Reads an uploaded file into the rows of a new import, which stays `reading`: the caller has it judged.
 * @throws AppError as readCsv; nothing stays then
 */
export async function stageUpload(context: Context, upload: UploadInput): Promise<StoredImport> {
  const { session, services } = context;
  const file = await readCsv(upload);
  const { fields, notes } = await columnsFor(context, file);
  const id = newId();
  await context.db.insert(prospectImports).values({
    id,
    fileName: storable(upload.fileName) || 'file.csv',
    state: 'reading',
    format: file.format(),
    columns: [],
    notes,
    problems: [],
    createdBy: session.actor,
    createdById: session.userId ?? session.id,
    createdAt: services.clock.now(),
  });
  try {
    const { count, samples } = await stageRows(context, id, file, fields);
    const columns = file.header.names.map((header, index) => ({
      header,
      field: fields[index] ?? null,
      samples: samples.map(({ cells }) => sample(cells[index] ?? '')),
    }));
    await context.db
      .update(prospectImports)
      .set({ rowCount: count, columns, format: file.format() })
      .where(eq(prospectImports.id, id));
  } catch (error) {
    await context.db.delete(prospectImports).where(eq(prospectImports.id, id));
    throw error;
  }
  return findImport(context, id);
}

function sample(cell: string): string {
  return storable(storable(cell).slice(0, importLimits.shownCell));
}

async function stageRows(context: Context, id: string, file: CsvFile, fields: (ProspectField | null)[]) {
  const stage = new RowStage(context, id, fields);
  const samples: CsvRow[] = [];
  let count = 0;
  for await (const rows of file.rows) {
    for (const row of rows) {
      if (samples.length < importLimits.samples) samples.push(row);
      await stage.add(row);
    }
    count += rows.length;
  }
  await stage.flush();
  return { count, samples };
}

/** What was chosen for a file with this header before, else what its names say; with what people should know about it. */
async function columnsFor(
  { db }: Context,
  { header }: CsvFile,
): Promise<{ fields: (ProspectField | null)[]; notes: string[] }> {
  const [known] = await db
    .select({ fields: prospectImportMappings.fields })
    .from(prospectImportMappings)
    .where(eq(prospectImportMappings.headerDigest, headerDigest(header.names)));
  if (known?.fields.length !== header.names.length) return { fields: header.fields, notes: header.notes };
  return {
    fields: known.fields,
    notes: ['The columns go where you sent them the last time that a file had these names.'],
  };
}
