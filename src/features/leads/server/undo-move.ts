import { and, eq, gt, inArray, isNull, or } from 'drizzle-orm';
import { z } from 'zod';
import { type Lead, leadUpdatedEvent } from '#features/leads/contract.ts';
import type { leadConversationApi } from '#features/leads/conversation-contract.ts';
import {
  answersTo,
  contentOf,
  lockThreads,
  placeInThread,
  recountThread,
  redirectThread,
} from '#features/mail/server/public.ts';
import { messages } from '#features/mail/server/tables.ts';
import type { Context, Tx } from '#server/context.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { insertLead } from './create.ts';
import { findLead } from './find.ts';
import { leadOut } from './lead-row.ts';
import { isFilledField, leadLabel, lockLead, recordMove, writeLead } from './merge.ts';
import { leadActivity, leads, threadMoves } from './tables.ts';

type Undo = (typeof leadConversationApi)['endpoints']['undoMove'];
type Move = typeof threadMoves.$inferSelect;

/** A lead as it was kept: JSON has no dates. */
const keptLead = z.looseObject({
  threadId: z.string(),
  createdAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
  lastMessageAt: z.coerce.date().nullable(),
  callAt: z.coerce.date().nullable(),
  followUpAt: z.coerce.date().nullable(),
});

/** Undoes a merge or a split. What came since goes where it answers to. @throws AppError not_found, conflict */
export function undoMove(context: Context, { params }: Input<Undo>): Promise<Lead> {
  return context.tx(async (tx) => {
    await lockThreads(tx);
    const [move] = await tx.db.select().from(threadMoves).where(eq(threadMoves.id, params.id)).for('update');
    if (!move) throw notFound('change');
    if (move.undoneAt) throw new AppError('conflict', 'This was undone already.');
    await assertNewest(tx, move);
    const shown =
      move.kind === 'merge' ? await undoMerge(context, tx, move) : await undoSplit(context, tx, move);
    await tx.db
      .update(threadMoves)
      .set({ undoneAt: context.services.clock.now() })
      .where(eq(threadMoves.id, move.id));
    return leadOut(await findLead(tx, shown), context.session.timezone);
  });
}

/** Later moves of the same conversations come first: undone out of order, messages would end up nowhere sensible. */
async function assertNewest(tx: Tx, move: Move): Promise<void> {
  const threads = [move.fromThreadId, move.intoThreadId];
  const later = await tx.db
    .select({ id: threadMoves.id })
    .from(threadMoves)
    .where(
      and(
        gt(threadMoves.id, move.id),
        isNull(threadMoves.undoneAt),
        or(inArray(threadMoves.fromThreadId, threads), inArray(threadMoves.intoThreadId, threads)),
      ),
    )
    .limit(1);
  if (later.length > 0)
    throw new AppError('conflict', 'These leads were changed again since. Undo the later change first.');
}

async function undoMerge(context: Context, tx: Tx, move: Move): Promise<string> {
  const { fromThreadId: from, intoThreadId: into, moved } = move;
  const target = await lockLead(tx, into);
  const now = context.services.clock.now();
  await redirectThread(tx, from, null);
  const here = await tx.db.select({ id: messages.id }).from(messages).where(eq(messages.threadId, into));
  const there = new Set(here.map(({ id }) => id));
  const back = moved.messageIds.filter((id) => there.has(id));
  const since = await answersTo(tx, into, back);
  await placeInThread(tx, from, { ...moved, messageIds: back });
  await placeInThread(tx, from, since);
  const kept = keptLead.parse(moved.lead);
  const counted = await recountThread(tx, from);
  const restored = { ...kept, ...counted, updatedAt: now };
  await insertLead(tx, restored, { isNew: false });
  if (moved.activityIds.length > 0) {
    await tx.db
      .update(leadActivity)
      .set({ threadId: from })
      .where(inArray(leadActivity.id, moved.activityIds));
  }
  const emptied = Object.fromEntries(
    Object.entries(moved.filled).flatMap(([field, value]) =>
      isFilledField(field) && target[field] === value ? [[field, null] as const] : [],
    ),
  );
  const createdAt = moved.createdAt === null ? {} : { createdAt: new Date(moved.createdAt) };
  const fieldSources = Object.fromEntries(
    Object.entries(target.fieldSources).filter(([field]) => !moved.sourced.includes(field)),
  );
  const values = { ...emptied, ...createdAt, ...(await recountThread(tx, into)), fieldSources };
  await writeLead(tx, target, values, now);
  await recordMove(context, tx, into, 'move_undone', leadLabel(target));
  await recordMove(context, tx, from, 'move_undone', leadLabel(target));
  return from;
}

async function undoSplit(context: Context, tx: Tx, move: Move): Promise<string> {
  const { fromThreadId: from, intoThreadId: into } = move;
  const source = await lockLead(tx, from);
  const branch = await lockLead(tx, into);
  // Everything that the branch has, also what came since.
  await placeInThread(tx, from, await contentOf(tx, into));
  await redirectThread(tx, into, from);
  await tx.db
    .update(leadActivity)
    .set({ threadId: from, batchId: null })
    .where(eq(leadActivity.threadId, into));
  await tx.db.delete(leads).where(eq(leads.threadId, into));
  await recountThread(tx, into);
  await writeLead(tx, source, await recountThread(tx, from), context.services.clock.now());
  await recordMove(context, tx, from, 'move_undone', leadLabel(branch));
  tx.emit(leadUpdatedEvent, { thread_id: into, name: branch.name, company: branch.company });
  return from;
}
