import { and, desc, eq, gt, inArray, lt } from 'drizzle-orm';
import { withOwnPassword } from '#features/auth/server/public.ts';
import type { exportsApi, OrganizationExport } from '#features/exports/contract.ts';
import { organizations } from '#features/organization/server/tables.ts';
import type { Context } from '#server/context.ts';
import { Download } from '#server/http/route.ts';
import { newId } from '#server/ids.ts';
import { scheduledJob } from '#server/jobs/scheduled-job.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { zonedDate } from '#shared/zoned-time.ts';
import { dropPieces, runExport } from './run-export.ts';
import { giveUpStale } from './stale-exports.ts';
import { organizationExports } from './tables.ts';

type Endpoints = (typeof exportsApi)['endpoints'];
type Row = typeof organizationExports.$inferSelect;

const listed = 20;
const expiredAtOnce = 200;

function out(row: Row): OrganizationExport {
  return {
    id: row.id,
    state: row.state,
    requestedBy: row.requestedBy,
    tablesDone: row.tablesDone,
    tablesTotal: row.tablesTotal,
    rows: row.rowCount,
    bytes: row.byteCount,
    createdAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}

export async function listExports({ db }: Context): Promise<OrganizationExport[]> {
  const rows = await db
    .select()
    .from(organizationExports)
    .orderBy(desc(organizationExports.id))
    .limit(listed);
  return rows.map(out);
}

/** One at a time. @throws AppError invalid for a wrong password, in_progress while another one runs */
export async function startExport(
  context: Context,
  { body }: Input<Endpoints['start']>,
): Promise<OrganizationExport> {
  const user = await withOwnPassword(context, body.currentPassword);
  return context.tx(async (tx) => {
    // Two at once would both find none under way.
    await tx.db.select({ id: organizations.id }).from(organizations).for('no key update');
    await giveUpStale(tx.db, context.services.clock.now());
    const underWay = inArray(organizationExports.state, ['waiting', 'running']);
    const [busy] = await tx.db
      .select({ id: organizationExports.id })
      .from(organizationExports)
      .where(underWay);
    if (busy) throw new AppError('in_progress', 'An export is under way already. Wait until it is ready.');
    const [row] = await tx.db
      .insert(organizationExports)
      .values({
        id: newId(),
        state: 'waiting',
        requestedBy: context.session.actor,
        requestedById: user.id,
        createdAt: context.services.clock.now(),
      })
      .returning();
    if (!row) throw notFound('export');
    await tx.enqueue(runExport, { exportId: row.id }, { key: row.id });
    await tx.audit({ action: 'export.started' });
    return out(row);
  });
}

/** The pieces one after the other: none but the one under way is in memory. */
export async function downloadExport(
  context: Context,
  { params }: Input<Endpoints['download']>,
): Promise<Download> {
  const { services, organizationId } = context;
  const [row] = await context.db
    .select()
    .from(organizationExports)
    .where(
      and(
        eq(organizationExports.id, params.id),
        eq(organizationExports.state, 'ready'),
        gt(organizationExports.expiresAt, services.clock.now()),
      ),
    );
  if (!row) throw notFound('export');
  const [organization] = await context.db.select({ timezone: organizations.timezone }).from(organizations);
  await context.tx((tx) => tx.audit({ action: 'export.downloaded' }));
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (const piece of row?.pieces ?? []) {
      const found = await services.files.get(organizationId, piece);
      if (!found) throw new Error(`A piece of the export ${params.id} is missing.`);
      yield found;
    }
  }
  const day = zonedDate(row.createdAt, organization?.timezone ?? 'UTC');
  return new Download(bytes(), 'application/zip', `ai-hub-export-${day}.zip`);
}

/** What is past its days goes: the bytes first, then the row. */
export const removeExpiredExports = scheduledJob({
  name: 'exports.remove-expired',
  cron: '17 * * * *',
  run: async ({ database, services }) => {
    const now = services.clock.now();
    const old = await database.asPlatform('exports past their days are looked for', (tx) =>
      tx.db
        .select()
        .from(organizationExports)
        .where(lt(organizationExports.expiresAt, now))
        .limit(expiredAtOnce),
    );
    for (const row of old) {
      const { db, organizationId } = database.forOrganization(row.organizationId);
      await dropPieces({ db, services, organizationId }, row);
      await db.delete(organizationExports).where(eq(organizationExports.id, row.id));
    }
  },
});
