import type { leadConversationApi, MoveAnswer } from '#features/leads/conversation-contract.ts';
import {
  branchThread,
  lockThreads,
  partOf,
  placeInThread,
  recountThread,
} from '#features/mail/server/public.ts';
import type { Context } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { insertLead } from './create.ts';
import { findLead } from './find.ts';
import { leadOut } from './lead-row.ts';
import { leadLabel, lockLead, recordMove, writeLead } from './merge.ts';
import { columnsOf, sourcesOf } from './on-message.ts';
import { readFields } from './read-fields.ts';
import { leads, threadMoves } from './tables.ts';

type Split = (typeof leadConversationApi)['endpoints']['split'];

/**
 * Moves messages to a lead of their own, with the fields that are read from them. Answers to them come there from now
 * on. `undo_id` puts everything back.
 */
export function splitLead(context: Context, { params, body }: Input<Split>): Promise<MoveAnswer> {
  const { session, services } = context;
  const from = params.thread_id;
  return context.tx(async (tx) => {
    await lockThreads(tx);
    const source = await lockLead(tx, from);
    const { moved, going, staying } = await partOf(tx, from, body.messageIds);
    if (staying.length === 0)
      throw new AppError('invalid', 'Leave at least one message here: these are all there are.');
    const now = services.clock.now();
    const into = `thread_${newId()}`;
    await branchThread(tx, into, from, now);
    await placeInThread(tx, into, moved);
    const counted = await recountThread(tx, into);
    const inbound = going.filter(({ direction }) => direction === 'inbound');
    const [first] = inbound;
    const values: Partial<typeof leads.$inferInsert> = {};
    let fieldSources: (typeof leads.$inferSelect)['fieldSources'] = {};
    for (const message of inbound.slice(0, 5).toReversed()) {
      const found = readFields({
        ...message,
        from: message.sender,
        signature: null,
      });
      Object.assign(values, columnsOf(found));
      fieldSources = { ...fieldSources, ...sourcesOf(found, message.id) };
    }
    await insertLead(tx, {
      ...values,
      threadId: into,
      contactEmail: first?.sender?.address ?? going[0]?.recipients[0]?.address ?? null,
      createdAt: going[0]?.sentAt ?? now,
      updatedAt: now,
      lastMessageAt: counted.lastMessageAt,
      messageCount: counted.messageCount,
      fieldSources,
    });
    await writeLead(tx, source, await recountThread(tx, from), now);
    const id = newId();
    await tx.db.insert(threadMoves).values({
      id,
      kind: 'split',
      fromThreadId: from,
      intoThreadId: into,
      moved: { ...moved, activityIds: [], lead: null, filled: {}, sourced: [], createdAt: null },
      actor: session.actor,
      createdAt: now,
    });
    await recordMove(context, tx, from, 'split', String(going.length));
    await recordMove(context, tx, into, 'split', leadLabel(source));
    return { lead: leadOut(await findLead(tx, into), session.timezone), undo_id: id };
  });
}
