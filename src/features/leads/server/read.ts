import { and, count, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { fieldSource, type LeadDetail, type leadsApi } from '#features/leads/contract.ts';
import { rawThread, rawThreadJoin } from '#features/mail/server/public.ts';
import type { Context } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import type { Reply } from '#server/http/route.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import { findLead } from './find.ts';
import { leadColumns, leadOut } from './lead-row.ts';
import { storedSummary, summaryOut } from './stored-summary.ts';
import { leadActivity } from './tables.ts';

type Endpoints = (typeof leadsApi)['endpoints'];

const detail = statement(
  'leads.detail',
  `select ${leadColumns}, l.field_sources, ${rawThreadJoin.columns}, ${storedSummary('row_number() over (order by m.sent_at, m.id) = 1')} from leads l ${rawThreadJoin.joins('l')}
   where l.organization_id = $1 and l.thread_id = $2 ${rawThreadJoin.order}`,
);

const fieldSources = z.record(z.string(), fieldSource);

/** One lead with its raw thread and where its fields were read. */
export async function readLead(context: Context, { params }: Input<Endpoints['read']>): Promise<LeadDetail> {
  const rows = await context.run(detail, [params.thread_id]);
  const [row] = rows;
  if (!row) throw notFound('lead');
  return {
    ...leadOut(row, context.session.timezone),
    entireThread: rawThread(rows, params.thread_id),
    field_sources: fieldSources.parse(row.field_sources),
    ai_summary: summaryOut(row.ai_summary),
  };
}

type Activity = Output<Endpoints['activity']>[number];

export async function listActivity(
  context: Context,
  { params, query }: Input<Endpoints['activity']>,
): Promise<Reply<Activity[]>> {
  await findLead(context, params.thread_id);
  const after = decodeCursor(query.cursor, z.tuple([cursorPart.instant, cursorPart.id]));
  const own = eq(leadActivity.threadId, params.thread_id);
  const beyond = after
    ? sql`${leadActivity.at} <= ${after[0]}::timestamptz and (${leadActivity.at} < ${after[0]}::timestamptz or ${leadActivity.id} > ${after[1]}::uuid)`
    : undefined;
  const rows = await context.db
    .select()
    .from(leadActivity)
    .where(and(own, beyond))
    .orderBy(sql`${leadActivity.at} desc`, leadActivity.id)
    .limit(query.limit + 1);
  const [totals] = await context.db.select({ total: count() }).from(leadActivity).where(own);
  const items = rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor,
    action: row.action,
    from: row.fromValue,
    to: row.toValue,
  }));
  return pageReply({
    items,
    limit: query.limit,
    total: totals?.total ?? 0,
    path: `/api/leads/${encodeURIComponent(params.thread_id)}/activity`,
    query,
    cursorOf: (last) => encodeCursor([last.at, last.id]),
  });
}
