import { and, asc, desc, eq, gt, inArray, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  type ImportRow,
  importLimits,
  type ProspectImport,
  type prospectImportApi,
} from '#features/outreach/import-contract.ts';
import type { Context, OrganizationContext } from '#server/context.ts';
import { csvHeader, csvRows } from '#server/csv.ts';
import { Download, type Reply } from '#server/http/route.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { prospectImportRows, prospectImports, prospects } from '../tables.ts';
import { findImport, importOut } from './import-row.ts';

type Endpoints = (typeof prospectImportApi)['endpoints'];
type StoredRow = typeof prospectImportRows.$inferSelect;

/** The last imports, newest first. */
export async function listImports({ db, services }: Context): Promise<ProspectImport[]> {
  const rows = await db
    .select()
    .from(prospectImports)
    .orderBy(desc(prospectImports.createdAt), prospectImports.id)
    .limit(importLimits.recent);
  const now = services.clock.now();
  return rows.map((row) => importOut(row, now));
}

export async function readImport(
  context: Context,
  { params }: Input<Endpoints['read']>,
): Promise<ProspectImport> {
  return importOut(await findImport(context, params.id), context.services.clock.now());
}

/** Rows of the file in their order, by how they are judged or by their problem. @throws AppError invalid for both */
export async function listImportRows(
  context: Context,
  { params, query }: Input<Endpoints['rows']>,
): Promise<Reply<ImportRow[]>> {
  const { state, problem } = query;
  if (state && problem) throw new AppError('invalid', 'Ask for a state or for a problem, not for both.');
  const file = await findImport(context, params.id);
  const after = decodeCursor(query.cursor, z.tuple([cursorPart.number]));
  const rows = await context.db
    .select()
    .from(prospectImportRows)
    .where(
      and(
        eq(prospectImportRows.importId, file.id),
        gt(prospectImportRows.line, Math.min(Number(after?.[0] ?? 0), 2_000_000_000)),
        state ? eq(prospectImportRows.state, state) : undefined,
        problem ? withProblem(problem) : undefined,
      ),
    )
    .orderBy(asc(prospectImportRows.line))
    .limit(query.limit + 1);
  const there = await namesOf(context, rows);
  const alike = file.problems.find(({ kind }) => kind === problem);
  const counts = { ok: file.okCount, duplicate: file.duplicateCount, rejected: file.rejectedCount };
  return pageReply({
    items: rows.map((row) => rowOut(row, there)),
    limit: query.limit,
    total: problem ? (alike?.count ?? 0) : state ? counts[state] : file.rowCount,
    path: `/api/prospect-imports/${file.id}/rows`,
    query: { limit: query.limit, state, problem },
    cursorOf: ({ line }) => encodeCursor([String(line)]),
  });
}

function withProblem(kind: string) {
  const { reasonKind, warningKind, matchedBy } = prospectImportRows;
  return or(eq(reasonKind, kind), eq(warningKind, kind), sql`${matchedBy} = ${kind}`);
}

/** One row as `listImportRows` shows it. @throws AppError not_found */
export async function readImportRow(
  context: Pick<OrganizationContext, 'db'>,
  importId: string,
  line: number,
): Promise<ImportRow> {
  const row = await findRow(context, importId, line);
  return rowOut(row, await namesOf(context, [row]));
}

/** @throws AppError not_found */
export async function findRow(
  { db }: Pick<OrganizationContext, 'db'>,
  importId: string,
  line: number,
): Promise<StoredRow> {
  const [row] = await db
    .select()
    .from(prospectImportRows)
    .where(and(eq(prospectImportRows.importId, importId), eq(prospectImportRows.line, line)));
  if (!row) throw notFound('row');
  return row;
}

async function namesOf(
  { db }: Pick<OrganizationContext, 'db'>,
  rows: readonly StoredRow[],
): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap(({ existingId }) => existingId ?? []);
  if (ids.length === 0) return new Map();
  const found = await db
    .select({ id: prospects.id, name: prospects.businessName })
    .from(prospects)
    .where(inArray(prospects.id, ids));
  return new Map(found.map(({ id, name }) => [id, name]));
}

function rowOut(row: StoredRow, there: ReadonlyMap<string, string>): ImportRow {
  return {
    line: row.line,
    state: row.state,
    problem: row.state === 'rejected' ? row.reasonKind : row.warningKind,
    reason: row.state === 'duplicate' ? duplicateReason(row, there) : row.reason,
    warning: row.warning,
    values: {
      businessName: shown(row.businessName),
      address: shown(row.address),
      contactEmail: shown(row.contactEmail),
      contactPhone: shown(row.contactPhone),
      industry: shown(row.industry),
      summary: shown(row.summary),
      notes: shown(row.notes),
    },
    existingId: row.existingId,
  };
}

function duplicateReason(row: StoredRow, there: ReadonlyMap<string, string>): string {
  const same = row.matchedBy === 'email' ? 'email' : 'name and address';
  if (row.existingId === null) return `Line ${row.existingLine} has the same ${same}.`;
  const name = there.get(row.existingId);
  return `${name === undefined ? 'A prospect that is there' : `“${name}”`} has the same ${same}.`;
}

function shown(text: string): string {
  const limit = importLimits.shownCell;
  return text.length <= limit ? text : `${text.slice(0, limit - 1).toWellFormed()}…`;
}

const pageSize = 1000;

/** The rejected rows as CSV: line, reason and the cells as they were. @throws AppError not_found when they are gone */
export async function downloadRejected(
  context: Context,
  { params }: Input<Endpoints['rejected']>,
): Promise<Download> {
  const row = await findImport(context, params.id);
  if (!importOut(row, context.services.clock.now()).hasRejected) throw notFound('list of rejected rows');
  const headers = row.columns.map(({ header }) => header);
  return new Download(
    rejectedFile(context, row.id, headers),
    'text/csv; charset=utf-8',
    `rejected-${row.fileName.replaceAll(/[^\w.-]+/g, '-')}`,
  );
}

async function* rejectedFile(
  { db }: Context,
  importId: string,
  headers: readonly string[],
): AsyncGenerator<string> {
  yield csvHeader(['Line', 'Reason', ...headers]);
  let last = 0;
  for (;;) {
    const rows = await db
      .select({
        line: prospectImportRows.line,
        reason: prospectImportRows.reason,
        cells: prospectImportRows.cells,
      })
      .from(prospectImportRows)
      .where(
        and(
          eq(prospectImportRows.importId, importId),
          eq(prospectImportRows.state, 'rejected'),
          gt(prospectImportRows.line, last),
        ),
      )
      .orderBy(asc(prospectImportRows.line))
      .limit(pageSize);
    yield csvRows(rows.map(({ line, reason, cells }) => [line, reason, ...cellsOf(cells)]));
    last = rows.at(-1)?.line ?? last;
    if (rows.length < pageSize) return;
  }
}

export function cellsOf(json: string): string[] {
  return z.array(z.string()).parse(JSON.parse(json));
}
