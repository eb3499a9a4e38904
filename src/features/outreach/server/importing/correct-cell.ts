import type { z } from 'zod';
import { prospectFieldNames } from '#features/outreach/contract.ts';
import type { prospectImportApi } from '#features/outreach/import-contract.ts';
import type { Context } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { storable } from '../take-row.ts';
import { findImport, importOut, takeImport } from './import-row.ts';
import { judgeImport, lockImports } from './judge-rows.ts';
import { cellsOf, findRow, readImportRow } from './show-imports.ts';
import { retakeRow } from './stage-rows.ts';

type Correct = (typeof prospectImportApi)['endpoints']['correct'];

/**
 * Corrects a cell of a file that waits. All rows are judged again: another one may be its duplicate now, or none any more.
 * @throws AppError not_found, conflict as takeImport; invalid for a field that no column goes to
 */
export function correctCell(
  context: Context,
  { params, body }: Input<Correct>,
): Promise<z.output<Correct['output']>> {
  const now = context.services.clock.now();
  const { line, field, value } = body;
  return context.tx(async (tx) => {
    await lockImports(tx);
    const { id, columns } = await takeImport(tx, params.id, now, { reason: null });
    const fields = columns.map((column) => column.field);
    const at = fields.indexOf(field);
    if (at === -1)
      throw new AppError('invalid', `No column of this file goes to ${prospectFieldNames[field]}.`);
    const before = cellsOf((await findRow(tx, id, line)).cells);
    // A row may have fewer cells than the header has columns.
    const width = Math.max(before.length, at + 1);
    const cells = Array.from({ length: width }, (_, index) =>
      index === at ? storable(value) : (before[index] ?? ''),
    );
    await retakeRow(tx, id, { line, cells }, fields);
    await judgeImport(tx, id);
    return { row: await readImportRow(tx, id, line), file: importOut(await findImport(tx, id), now) };
  });
}
