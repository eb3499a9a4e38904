import { count, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { ApiKey, organizationApi } from '#features/organization/contract.ts';
import type { Context } from '#server/context.ts';
import type { Reply } from '#server/http/route.ts';
import { newId, newToken, tokenHash } from '#server/ids.ts';
import { cursorPart, decodeCursor, encodeCursor, pageReply } from '#server/page.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { apiKeys } from './tables.ts';

type Endpoints = (typeof organizationApi)['endpoints'];

function out(row: typeof apiKeys.$inferSelect): ApiKey {
  return {
    id: row.id,
    name: row.name,
    scopes: row.scopes,
    lastFour: row.lastFour,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
  };
}

export async function listApiKeys(
  { db }: Context,
  { query }: Input<Endpoints['listApiKeys']>,
): Promise<Reply<ApiKey[]>> {
  const after = decodeCursor(query.cursor, z.tuple([cursorPart.id]));
  // Ids are time-ordered: newest first is their descending order.
  const rows = await db
    .select()
    .from(apiKeys)
    .where(after ? sql`${apiKeys.id} < ${after[0]}::uuid` : undefined)
    .orderBy(desc(apiKeys.id))
    .limit(query.limit + 1);
  const [totals] = await db.select({ total: count() }).from(apiKeys);
  return pageReply({
    items: rows.map(out),
    limit: query.limit,
    total: totals?.total ?? 0,
    path: '/api/tenant/api-keys',
    query,
    cursorOf: (last) => encodeCursor([last.id]),
  });
}

/** Makes a key. Its text is in this one answer and nowhere else. */
export function addApiKey(
  context: Context,
  { body }: Input<Endpoints['addApiKey']>,
): Promise<Output<Endpoints['addApiKey']>> {
  const { userId } = context.session;
  if (userId === null) throw new AppError('forbidden', 'Only a person can make an API key.');
  const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null;
  if (expiresAt && expiresAt <= context.services.clock.now()) {
    throw new AppError('invalid', 'The key would have expired already.', {
      issues: [{ path: 'expiresAt', message: 'Choose a time after now.' }],
    });
  }
  const key = newToken('hubk', context.organizationId);
  return context.tx(async (tx) => {
    const [row] = await tx.db
      .insert(apiKeys)
      .values({
        id: newId(),
        name: body.name,
        scopes: [...new Set(body.scopes)],
        keyHash: tokenHash(key),
        lastFour: key.slice(-4),
        createdBy: userId,
        expiresAt,
        createdAt: context.services.clock.now(),
      })
      .returning();
    if (!row) throw notFound('key');
    await tx.audit({ action: 'api-key.added', subject: body.name, details: { scopes: row.scopes } });
    return { ...out(row), key };
  });
}

export function removeApiKey(
  context: Context,
  { params }: Input<Endpoints['removeApiKey']>,
): Promise<undefined> {
  return context.tx(async (tx) => {
    const [row] = await tx.db.delete(apiKeys).where(eq(apiKeys.id, params.id)).returning();
    if (!row) throw notFound('key');
    tx.notify({ kind: 'organization', o: tx.organizationId });
    await tx.audit({ action: 'api-key.removed', subject: row.name });
    return undefined;
  });
}
