import { count, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Suppression, suppressionApi } from '#features/mail/suppression-contract.ts';
import type { Context } from '#server/context.ts';
import { suppressions } from '#server/db/tables.ts';
import type { Reply } from '#server/http/route.ts';
import { suppress } from '#server/integrations/suppressions.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import type { Input } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';

type Endpoints = (typeof suppressionApi)['endpoints'];

function out(row: typeof suppressions.$inferSelect): Suppression {
  return {
    id: row.id,
    address: row.address,
    cause: row.cause,
    reason: row.reason.slice(0, 1000),
    recordedBy: row.recordedBy.slice(0, 200),
    createdAt: row.createdAt.toISOString(),
  };
}

export async function listSuppressions(
  { db }: Context,
  { query }: Input<Endpoints['list']>,
): Promise<Reply<Suppression[]>> {
  const after = decodeCursor(query.cursor, z.tuple([cursorPart.instant, cursorPart.id]));
  const rows = await db
    .select()
    .from(suppressions)
    .where(
      after
        ? sql`${suppressions.createdAt} <= ${after[0]}::timestamptz and (${suppressions.createdAt} < ${after[0]}::timestamptz or ${suppressions.id} > ${after[1]}::uuid)`
        : undefined,
    )
    .orderBy(sql`${suppressions.createdAt} desc`, suppressions.id)
    .limit(query.limit + 1);
  const [totals] = await db.select({ total: count() }).from(suppressions);
  return pageReply({
    items: rows.map(out),
    limit: query.limit,
    total: totals?.total ?? 0,
    path: '/api/tenant/suppressions',
    query,
    cursorOf: (last) => encodeCursor([last.createdAt, last.id]),
  });
}

/** Stops all mail to an address, for a reason that a person gives. */
export function addSuppression(context: Context, { body }: Input<Endpoints['add']>): Promise<Suppression> {
  const { session, services } = context;
  const reason = body.reason?.trim() || 'Asked for no more mail.';
  return context.tx(async (tx) => {
    const { row, isNew } = await suppress(tx, services.seal, {
      address: body.address,
      cause: 'manual',
      reason,
      recordedBy: session.actor,
    });
    if (isNew)
      await tx.audit({
        action: 'suppression.added',
        subject: row.id,
        details: { cause: 'manual', reason },
      });
    return out(row);
  });
}

/** Only with a reason, which stays in the audit log when the entry is gone. */
export function liftSuppression(
  context: Context,
  { params, body }: Input<Endpoints['lift']>,
): Promise<undefined> {
  return context.tx(async (tx) => {
    const [row] = await tx.db.delete(suppressions).where(eq(suppressions.id, params.id)).returning();
    if (!row) throw notFound('entry');
    const { address, cause } = row;
    await tx.audit({
      action: 'suppression.lifted',
      subject: row.id,
      details: { address, cause, reason: body.reason.trim() },
    });
    return undefined;
  });
}
