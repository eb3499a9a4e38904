import { count, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AuditEntry, organizationApi } from '#features/organization/contract.ts';
import type { Context } from '#server/context.ts';
import { auditLog } from '#server/db/tables.ts';
import type { Reply } from '#server/http/route.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import type { Input } from '#shared/endpoint.ts';

type List = (typeof organizationApi)['endpoints']['auditLog'];

/** Who did what, newest first. */
export async function listAuditLog({ db }: Context, { query }: Input<List>): Promise<Reply<AuditEntry[]>> {
  const after = decodeCursor(query.cursor, z.tuple([cursorPart.instant, cursorPart.id]));
  const rows = await db
    .select()
    .from(auditLog)
    .where(
      after
        ? sql`${auditLog.at} <= ${after[0]}::timestamptz and (${auditLog.at} < ${after[0]}::timestamptz or ${auditLog.id} > ${after[1]}::uuid)`
        : undefined,
    )
    .orderBy(sql`${auditLog.at} desc`, auditLog.id)
    .limit(query.limit + 1);
  const [totals] = await db.select({ total: count() }).from(auditLog);
  const items = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    outcome: row.outcome,
    actor: row.actor,
    subject: row.subject,
    address: row.address,
    requestId: row.requestId,
    details: row.details,
  }));
  return pageReply({
    items,
    limit: query.limit,
    total: totals?.total ?? 0,
    path: '/api/tenant/audit-log',
    query,
    cursorOf: (last) => encodeCursor([last.at, last.id]),
  });
}
