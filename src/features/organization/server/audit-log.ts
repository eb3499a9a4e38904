import { and, count, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { AuditEntry, organizationApi } from '#features/organization/contract.ts';
import type { Context } from '#server/context.ts';
import { auditLog } from '#server/db/tables.ts';
import type { Reply } from '#server/http/route.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import { likePattern } from '#server/search.ts';
import type { Input } from '#shared/endpoint.ts';

type List = (typeof organizationApi)['endpoints']['auditLog'];

/** Entries that the filter lets through; the search is literal, over what was done, by whom and to what. */
function matching({ search, outcome, from, to }: Input<List>['query']): SQL | undefined {
  const pattern = search === undefined || search.trim() === '' ? null : likePattern(search.trim());
  return and(
    pattern === null
      ? undefined
      : sql`(lower(${auditLog.action}) like ${pattern} or lower(${auditLog.actor}) like ${pattern} or lower(${auditLog.subject}) like ${pattern})`,
    outcome === undefined ? undefined : eq(auditLog.outcome, outcome),
    from === undefined ? undefined : gte(auditLog.at, new Date(from)),
    to === undefined ? undefined : lt(auditLog.at, new Date(to)),
  );
}

/** Who did what, newest first. */
export async function listAuditLog({ db }: Context, { query }: Input<List>): Promise<Reply<AuditEntry[]>> {
  const after = decodeCursor(query.cursor, z.tuple([cursorPart.instant, cursorPart.id]));
  const filter = matching(query);
  const rows = await db
    .select()
    .from(auditLog)
    .where(
      and(
        filter,
        after
          ? sql`${auditLog.at} <= ${after[0]}::timestamptz and (${auditLog.at} < ${after[0]}::timestamptz or ${auditLog.id} > ${after[1]}::uuid)`
          : undefined,
      ),
    )
    .orderBy(sql`${auditLog.at} desc`, auditLog.id)
    .limit(query.limit + 1);
  const [totals] = await db.select({ total: count() }).from(auditLog).where(filter);
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
