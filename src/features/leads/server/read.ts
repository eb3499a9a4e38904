import { and, count, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { fieldSource, type LeadDetail, type leadsApi } from '#features/leads/contract.ts';
import { rawThread } from '#features/mail/server/public.ts';
import type { Context } from '#server/context.ts';
import type { Reply } from '#server/http/route.ts';
import { decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { findLead } from './change.ts';
import { leadOut } from './lead-row.ts';
import { leadActivity } from './tables.ts';

type Endpoints = (typeof leadsApi)['endpoints'];

/** One lead with its raw thread and where its fields were read. */
export async function readLead(context: Context, { params }: Input<Endpoints['read']>): Promise<LeadDetail> {
  const [row, entireThread] = await Promise.all([
    findLead(context, params.thread_id),
    rawThread(context.db, params.thread_id),
  ]);
  return {
    ...leadOut(row, context.session.timezone),
    entireThread,
    field_sources: z.record(z.string(), fieldSource).parse(row.field_sources),
    ai_summary: null,
  };
}

type Activity = Output<Endpoints['activity']>[number];

export async function listActivity(
  context: Context,
  { params, query }: Input<Endpoints['activity']>,
): Promise<Reply<Activity[]>> {
  await findLead(context, params.thread_id);
  const after = decodeCursor(query.cursor, z.tuple([z.string(), z.string()]));
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
