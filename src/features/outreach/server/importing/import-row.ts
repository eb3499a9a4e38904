import { and, eq, gt, inArray } from 'drizzle-orm';
import type { ImportState, ProspectImport } from '#features/outreach/import-contract.ts';
import { importLimits } from '#features/outreach/import-contract.ts';
import type { OrganizationContext } from '#server/context.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { isRowId } from '#shared/text.ts';
import { prospectImports } from '../tables.ts';
import { problemTexts } from '../take-row.ts';

export type StoredImport = typeof prospectImports.$inferSelect;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Files that were read before this instant are no longer imported (shapes section 8). */
export function stillWaiting(now: Date): Date {
  return new Date(now.getTime() - importLimits.waitsHours * hourMs);
}

function isKept({ finishedAt }: StoredImport, now: Date): boolean {
  return finishedAt !== null && now.getTime() - finishedAt.getTime() < importLimits.keptDays * dayMs;
}

/** '12,000'. */
export function inFigures(count: number): string {
  return count.toLocaleString('en-AU');
}

/** '1 row', '12 rows'. */
export function rowsInWords(count: number): string {
  return `${count.toLocaleString('en-AU')} ${count === 1 ? 'row' : 'rows'}`;
}

function messageOf(row: StoredImport): string {
  if (row.reason !== null) return row.reason;
  const texts: Record<ImportState, string> = {
    reading: 'The file is being read.',
    ready:
      row.rowCount === 0
        ? 'This file holds the names of the columns and no rows.'
        : `${rowsInWords(row.okCount)} to import, ${row.duplicateCount.toLocaleString('en-AU')} there already, ${row.rejectedCount.toLocaleString('en-AU')} rejected.`,
    running: 'The rows are being imported.',
    done: doneMessage(row.createdCount, row.updatedCount, row.skippedCount, row.rejectedCount),
    cancelled: 'The import was cancelled: nothing of it stays.',
    failed: 'The import failed and nothing was imported.',
    undone: 'The import was taken back.',
  };
  return texts[row.state];
}

/** What an import did, in a sentence. */
export function doneMessage(created: number, updated: number, skipped: number, rejected: number): string {
  const more = [
    updated > 0 ? `${inFigures(updated)} updated` : '',
    skipped > 0 ? `${inFigures(skipped)} left out because they are there already` : '',
    rejected > 0 ? `${inFigures(rejected)} rejected` : '',
  ].filter((text) => text !== '');
  const imported = `${inFigures(created)} ${created === 1 ? 'prospect' : 'prospects'} imported`;
  return `${[imported, ...more].join(', ')}.`;
}

export function importOut(row: StoredImport, now: Date): ProspectImport {
  const isDone = row.state === 'done' || row.state === 'undone';
  const isOpen = row.state === 'ready' || row.state === 'failed';
  const isReadable = isOpen ? row.createdAt > stillWaiting(now) : isDone && isKept(row, now);
  return {
    id: row.id,
    fileName: row.fileName,
    state: row.state,
    message: messageOf(row),
    format: row.format,
    columns: row.columns.map((column, index) => ({ index, ...column })),
    notes: row.notes,
    rowCount: row.rowCount,
    counts: { ok: row.okCount, duplicate: row.duplicateCount, rejected: row.rejectedCount },
    problems: row.problems.slice(0, importLimits.problems).map(({ state, kind, count }) => ({
      key: kind,
      kind: state,
      reason: `${rowsInWords(count)} ${problemTexts[kind] ?? kind}`,
      count,
    })),
    progress: { done: row.done, total: row.rowCount },
    result: isDone
      ? {
          created: row.createdCount,
          updated: row.updatedCount,
          skipped: row.skippedCount,
          rejected: row.rejectedCount,
        }
      : null,
    hasRejected: row.rejectedCount > 0 && isReadable,
    canUndo: row.state === 'done' && isKept(row, now) && row.createdCount + row.updatedCount > 0,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  };
}

/** @throws AppError not_found */
export async function findImport({ db }: Pick<OrganizationContext, 'db'>, id: string): Promise<StoredImport> {
  if (!isRowId(id)) throw notFound('import');
  const [row] = await db.select().from(prospectImports).where(eq(prospectImports.id, id));
  if (!row) throw notFound('import');
  return row;
}

/** A state machine of one step: of two that take it at once, one does. @throws AppError not_found, conflict */
export async function takeImport(
  context: Pick<OrganizationContext, 'db'>,
  id: string,
  now: Date,
  set: Partial<StoredImport>,
): Promise<StoredImport> {
  const [taken] = await context.db
    .update(prospectImports)
    .set(set)
    .where(
      and(
        eq(prospectImports.id, id),
        inArray(prospectImports.state, ['ready', 'failed']),
        gt(prospectImports.createdAt, stillWaiting(now)),
      ),
    )
    .returning();
  if (taken) return taken;
  const { state } = await findImport(context, id);
  throw new AppError('conflict', conflictTexts[state]);
}

const tooOld = 'This file was read more than an hour ago. Upload it again.';
const conflictTexts: Record<ImportState, string> = {
  reading: 'The file is still being read. Try again in a moment.',
  ready: tooOld,
  failed: tooOld,
  running: 'This file is being imported already.',
  done: 'This file was imported already.',
  cancelled: 'This import was cancelled. Upload the file again.',
  undone: 'This import was taken back. Upload the file again.',
};
