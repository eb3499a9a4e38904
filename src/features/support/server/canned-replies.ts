import { asc, eq } from 'drizzle-orm';
import {
  type CannedReply,
  type conversationApi,
  conversationLimits,
} from '#features/support/conversation-contract.ts';
import type { Context } from '#server/context.ts';
import { sqlState } from '#server/http/errors.ts';
import { newId } from '#server/ids.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { cannedReplies } from './conversation-tables.ts';

type Endpoints = (typeof conversationApi)['endpoints'];

function out(row: typeof cannedReplies.$inferSelect): CannedReply {
  const { id, title, text, updatedBy, updatedAt } = row;
  return { id, title, text, updatedBy, updatedAt: updatedAt.toISOString() };
}

export async function listCannedReplies({ db }: Context): Promise<CannedReply[]> {
  const rows = await db
    .select()
    .from(cannedReplies)
    .orderBy(asc(cannedReplies.title))
    .limit(conversationLimits.cannedReplies);
  return rows.map(out);
}

const valuesOf = ({ session, services }: Context, body: { title: string; text: string }) => ({
  title: body.title.trim(),
  text: body.text.trim(),
  updatedBy: session.actor.slice(0, conversationLimits.name),
  updatedAt: services.clock.now(),
});

/** A unique violation (SQLSTATE 23505) is a second reply of that name. */
async function named<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    throw new AppError('conflict', 'There is a reply of this name already. Choose another name.', {
      issues: [{ path: 'title', message: 'There is a reply of this name already.' }],
    });
  }
}

export function addCannedReply(
  context: Context,
  { body }: Input<Endpoints['addCanned']>,
): Promise<CannedReply> {
  return named(
    context.tx(async (tx) => {
      if ((await tx.db.$count(cannedReplies)) >= conversationLimits.cannedReplies)
        throw new AppError('conflict', `At most ${conversationLimits.cannedReplies} replies are kept ready.`);
      const [row] = await tx.db
        .insert(cannedReplies)
        .values({ ...valuesOf(context, body), id: newId() })
        .returning();
      if (!row) throw new Error('A reply was not stored.');
      return out(row);
    }),
  );
}

export async function changeCannedReply(
  context: Context,
  { params, body }: Input<Endpoints['changeCanned']>,
): Promise<CannedReply> {
  const [row] = await named(
    context.db
      .update(cannedReplies)
      .set(valuesOf(context, body))
      .where(eq(cannedReplies.id, params.replyId))
      .returning(),
  );
  if (!row) throw notFound('reply');
  return out(row);
}

export async function removeCannedReply(
  { db }: Context,
  { params }: Input<Endpoints['removeCanned']>,
): Promise<undefined> {
  const rows = await db
    .delete(cannedReplies)
    .where(eq(cannedReplies.id, params.replyId))
    .returning({ id: cannedReplies.id });
  if (rows.length === 0) throw notFound('reply');
  return undefined;
}
