import { and, asc, eq, inArray } from 'drizzle-orm';
import {
  type ConfirmAnswer,
  type ImportAnswer,
  importLimits,
  type prospectImportApi,
} from '#features/outreach/import-contract.ts';
import type { Context, Tx } from '#server/context.ts';
import { type Bodies, uploadOf } from '#server/http/route.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { isRowId } from '#shared/text.ts';
import { prospectImportRows, prospectImports, prospects } from '../tables.ts';
import { doneMessage, rowsInWords, type StoredImport, takeImport } from './import-row.ts';
import { judgeImport, lockImports } from './judge-rows.ts';
import { stageUpload } from './upload-import.ts';
import { writeImport } from './write-import.ts';

type Endpoints = (typeof prospectImportApi)['endpoints'];

/** Imports a file in one go. With duplicates nothing is imported: the answer asks what to do (shapes section 8). */
export async function importCsv(
  context: Context,
  input: Input<Endpoints['importCsv']> & Bodies,
): Promise<ImportAnswer> {
  const staged = await stageUpload(context, uploadOf(input));
  if (!staged.columns.some(({ field }) => field === 'businessName')) {
    await context.db.delete(prospectImports).where(eq(prospectImports.id, staged.id));
    throw new AppError(
      'invalid',
      `No column is named Business Name. This file has: ${staged.columns
        .slice(0, 10)
        .map(({ header }) => header)
        .join(', ')}. Rename the column with the names and try again.`,
    );
  }
  return context.tx(async (tx) => {
    await lockImports(tx);
    const judged = await judgeImport(tx, staged.id);
    const errors = await rejectedLines(tx, staged.id);
    const shared = { errors, errorCount: judged.rejectedCount, duplicateCount: judged.duplicateCount };
    if (judged.duplicateCount > 0) {
      return {
        ...shared,
        success: 0,
        requiresConfirmation: true,
        message: withNotes(
          `${rowsInWords(judged.duplicateCount)} ${judged.duplicateCount === 1 ? 'is' : 'are'} there already. Nothing was imported yet: say whether to leave ${judged.duplicateCount === 1 ? 'it' : 'them'} out.`,
          staged,
        ),
        duplicates: await duplicateRows(tx, staged.id),
        pendingImports: [{ importId: staged.id, rows: judged.okCount + judged.duplicateCount }],
      };
    }
    const now = context.services.clock.now();
    const { created } = await writeImport(tx, staged.id, { now, duplicates: 'skip', consent: null });
    return {
      ...shared,
      success: created,
      requiresConfirmation: false,
      message: withNotes(messageFor(staged, created, judged.rejectedCount), staged),
      duplicates: [],
      pendingImports: [],
    };
  });
}

function messageFor(staged: StoredImport, created: number, rejected: number): string {
  if (staged.rowCount === 0)
    return 'This file holds the names of the columns and no rows: nothing was imported.';
  return doneMessage(created, 0, 0, rejected);
}

function withNotes(message: string, { notes }: StoredImport): string {
  return [message, ...notes].join(' ').slice(0, 500);
}

/** Goes on with an import that found duplicates. @throws AppError conflict for one that is unknown, used or too old */
export function importCsvConfirm(
  context: Context,
  { body }: Input<Endpoints['importCsvConfirm']>,
): Promise<ConfirmAnswer> {
  const [pending] = body.pendingImports;
  const gone = new AppError('conflict', 'This import is not waiting any more. Upload the file again.');
  if (!pending || !isRowId(pending.importId)) throw gone;
  const now = context.services.clock.now();
  return context.tx(async (tx) => {
    await lockImports(tx);
    const taken = await takeImport(tx, pending.importId, now, { state: 'running' }).catch(
      (error: unknown) => {
        throw error instanceof AppError ? gone : error;
      },
    );
    const errors = await rejectedLines(tx, taken.id);
    const duplicates = body.skipDuplicates ? 'skip' : 'add';
    const { created, skipped, rejected } = await writeImport(tx, taken.id, {
      now,
      duplicates,
      consent: null,
    });
    return { success: created, errors, skipped, message: doneMessage(created, 0, skipped, rejected) };
  });
}

async function rejectedLines(tx: Tx, importId: string): Promise<string[]> {
  const rows = await tx.db
    .select({ line: prospectImportRows.line, reason: prospectImportRows.reason })
    .from(prospectImportRows)
    .where(inState(importId, 'rejected'))
    .orderBy(asc(prospectImportRows.line))
    .limit(importLimits.listedErrors);
  return rows.map(({ line, reason }) => `Line ${line}: ${reason}`);
}

function inState(importId: string, state: 'rejected' | 'duplicate') {
  return and(eq(prospectImportRows.importId, importId), eq(prospectImportRows.state, state));
}

async function duplicateRows(tx: Tx, importId: string): Promise<ImportAnswer['duplicates']> {
  const rows = await tx.db
    .select()
    .from(prospectImportRows)
    .where(inState(importId, 'duplicate'))
    .orderBy(asc(prospectImportRows.line))
    .limit(importLimits.listedDuplicates);
  const ids = rows.flatMap(({ existingId }) => existingId ?? []);
  const lines = rows.flatMap(({ existingLine }) => existingLine ?? []);
  const there =
    ids.length === 0 ? [] : await tx.db.select().from(prospects).where(inArray(prospects.id, ids));
  const before =
    lines.length === 0
      ? []
      : await tx.db
          .select()
          .from(prospectImportRows)
          .where(and(eq(prospectImportRows.importId, importId), inArray(prospectImportRows.line, lines)));
  const nameById = new Map(there.map(({ id, businessName }) => [id, businessName]));
  const nameByLine = new Map(before.map(({ line, businessName }) => [line, businessName]));
  return rows.map((row) => ({
    lineNumber: row.line,
    prospectData: {
      businessName: row.businessName,
      contactEmail: row.contactEmail,
      address: row.address,
    },
    matchedBy: row.matchedBy ?? 'email',
    existingProspect: {
      id: row.existingId,
      businessName: nameById.get(row.existingId ?? '') ?? nameByLine.get(row.existingLine ?? 0) ?? '',
    },
  }));
}
