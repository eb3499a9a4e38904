import { eq, getTableName } from 'drizzle-orm';
import { z } from 'zod';
import { exportDays } from '#features/exports/contract.ts';
import { notify } from '#features/notifications/server/public.ts';
import { organizations } from '#features/organization/server/tables.ts';
import type { JobContext, OrganizationContext } from '#server/context.ts';
import { csvHeader, csvRows } from '#server/csv.ts';
import type { Exportable } from '#server/feature.ts';
import { DoNotRetry, job } from '#server/jobs/job.ts';
import { csvNames, rowsOf } from './read-table.ts';
import { exportMinutes } from './stale-exports.ts';
import { organizationExports } from './tables.ts';
import { leftOutFile, writeFiles } from './write-files.ts';
import { Writer } from './writer.ts';

const oneTry = 'This try ended before the export was complete. Start another export.';

type ExportRow = typeof organizationExports.$inferSelect;

/** Writes one export: a JSON and a CSV file for each table. A try that fails leaves nothing behind. */
export const runExport = job({
  name: 'exports.run-export',
  scope: 'organization',
  payload: z.object({ exportId: z.string() }),
  retries: 1,
  timeout: exportMinutes * 60,
  concurrency: 1,
  run: async ({ organization }: JobContext, { exportId }, { signal, attempt }) => {
    if (!organization) throw new DoNotRetry('An export belongs to an organization.');
    const [row] = await organization.db
      .select()
      .from(organizationExports)
      .where(eq(organizationExports.id, exportId));
    if (!row || row.state === 'ready' || row.state === 'failed') return;
    await dropPieces(organization, row);
    try {
      await write(organization, row, signal);
    } catch (error) {
      await dropPieces(organization, await reread(organization, row));
      if (attempt > 1) await fail(organization, row);
      throw error;
    }
  },
});

async function reread({ db }: OrganizationContext, row: ExportRow): Promise<ExportRow> {
  const [now] = await db.select().from(organizationExports).where(eq(organizationExports.id, row.id));
  return now ?? row;
}

/** Bytes first, so that a name is left for what could not be removed. */
export async function dropPieces(
  { db, services, organizationId }: Pick<OrganizationContext, 'db' | 'services' | 'organizationId'>,
  row: Pick<ExportRow, 'id' | 'pieces'>,
): Promise<void> {
  for (const piece of row.pieces) await services.files.remove(organizationId, piece);
  if (row.pieces.length > 0)
    await db.update(organizationExports).set({ pieces: [] }).where(eq(organizationExports.id, row.id));
}

async function write(organization: OrganizationContext, row: ExportRow, signal: AbortSignal): Promise<void> {
  const { db, services } = organization;
  const mine = eq(organizationExports.id, row.id);
  const tables = services.exportable.toSorted((a, b) =>
    getTableName(a.table).localeCompare(getTableName(b.table)),
  );
  const begun = { state: 'running', tablesDone: 0, rowCount: 0, tablesTotal: tables.length } as const;
  await db.update(organizationExports).set(begun).where(mine);
  const writer = new Writer(organization, row);
  const [about] = await db.select({ name: organizations.name, slug: organizations.slug }).from(organizations);
  const readMe = writer.archive.file('README.txt');
  readMe.text(readMeOf(about?.name ?? '', services.clock.now()));
  readMe.end();
  let rowCount = 0;
  for (const [index, exportable] of tables.entries()) {
    rowCount += await writeTable(organization, writer, exportable, signal);
    await db
      .update(organizationExports)
      .set({ tablesDone: index + 1, rowCount })
      .where(mine);
  }
  const files = await writeFiles(organization, writer, signal);
  writer.archive.end();
  await writer.flush(true);
  const now = services.clock.now();
  const expiresAt = new Date(now.getTime() + exportDays * 86_400_000);
  await organization.tx(async (tx) => {
    await tx.db.update(organizationExports).set({ state: 'ready', finishedAt: now, expiresAt }).where(mine);
    await tx.audit({
      action: 'export.ready',
      details: { rows: rowCount, files: files.written, bytes: writer.bytes },
    });
    await tell(
      organization,
      tx,
      row,
      'Your export is ready',
      `Download it within ${exportDays} days under Admin, Security.${
        files.leftOut > 0 ? ` Files that are not in it are listed in ${leftOutFile}.` : ''
      }`,
    );
  });
}

async function fail(organization: OrganizationContext, row: ExportRow): Promise<void> {
  await organization.tx(async (tx) => {
    await tx.db
      .update(organizationExports)
      .set({ state: 'failed', finishedAt: organization.services.clock.now() })
      .where(eq(organizationExports.id, row.id));
    await tx.audit({ action: 'export.failed', outcome: 'failed' });
    await tell(organization, tx, row, 'Your export failed', oneTry);
  });
}

function tell(
  { services }: OrganizationContext,
  tx: Parameters<typeof notify>[0],
  row: ExportRow,
  title: string,
  text: string,
): Promise<void> {
  const about = { kind: 'export', userId: row.requestedById, threadId: null } as const;
  return notify(tx, { ...about, title, text, key: `export ${row.id} ${title}` }, services.clock.now());
}

/** The table's rows as a JSON array and, read once more, as CSV. Returns how many there are. */
async function writeTable(
  organization: OrganizationContext,
  writer: Writer,
  exportable: Exportable,
  signal: AbortSignal,
): Promise<number> {
  const name = getTableName(exportable.table);
  const names = csvNames(exportable);
  const asJson = writer.archive.file(`json/${name}.json`);
  let count = 0;
  asJson.text('[');
  for await (const rows of rowsOf(organization, exportable)) {
    signal.throwIfAborted();
    // Row by row: a page of mails would be longer than a text may be.
    for (const row of rows) {
      asJson.text((count === 0 ? '\n' : ',\n') + jsonOf(row));
      count += 1;
      await writer.flush();
    }
  }
  asJson.text('\n]\n');
  asJson.end();
  const asCsv = writer.archive.file(`csv/${name}.csv`);
  asCsv.text(csvHeader(names));
  for await (const rows of rowsOf(organization, exportable)) {
    signal.throwIfAborted();
    asCsv.text(csvRows(rows.map((row) => names.map((one) => cellOf(row[one])))));
    await writer.flush();
  }
  asCsv.end();
  await writer.flush();
  return count;
}

/** Bytes as base64, the rest as JSON has it. */
function plain(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}

function jsonOf(row: Record<string, unknown>): string {
  return JSON.stringify(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
}

function cellOf(value: unknown): string | number | null {
  const shown = plain(value);
  if (shown === null || shown === undefined) return null;
  if (typeof shown === 'string' || typeof shown === 'number') return shown;
  return shown instanceof Date ? shown.toISOString() : JSON.stringify(shown);
}

function readMeOf(name: string, now: Date): string {
  return [
    `Export of ${name}`,
    `Made ${now.toISOString()}`,
    '',
    'json/ and csv/ hold the same rows, one file for each table; times are UTC; bytes are in json/ only, as base64.',
    'In CSV a cell that a spreadsheet would take for a formula has an apostrophe in front.',
    'files/ holds pictures as pictures/<id of images> in their full size, and uploads as uploads/<id of files>/<name>.',
    'Smaller sizes of a picture are left out: they are made from the full one. What was sent is in outgoing_mail.',
    `A file that could not be taken along is listed with the reason in ${leftOutFile}, which is there only then.`,
    'Passwords, keys and other secrets are left out.',
    'Tables were read one after the other: what changed meanwhile may be in one and not in another.',
    '',
  ].join('\n');
}
