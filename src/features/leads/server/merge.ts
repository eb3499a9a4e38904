import { eq } from 'drizzle-orm';
import { leadUpdatedEvent } from '#features/leads/contract.ts';
import type { leadConversationApi, MoveAnswer } from '#features/leads/conversation-contract.ts';
import {
  contentOf,
  lockThreads,
  placeInThread,
  recountThread,
  redirectThread,
} from '#features/mail/server/public.ts';
import type { Context, Tx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { findLead } from './find.ts';
import { leadOut } from './lead-row.ts';
import { leadSearchText } from './lead-text.ts';
import { leadActivity, leadSearch, leads, threadMoves } from './tables.ts';

type Merge = (typeof leadConversationApi)['endpoints']['merge'];
export type LeadRow = typeof leads.$inferSelect;

/** Fields that a lead keeps, and takes from the merged one where it has none. */
const filledFields = [
  'name',
  'company',
  'contactEmail',
  'phoneNumber',
  'advertisingGoal',
  'billboard',
  'budget',
  'duration',
  'period',
] as const;
export type FilledField = (typeof filledFields)[number];

export function isFilledField(name: string): name is FilledField {
  return filledFields.some((one) => one === name);
}

/** The lead, locked. @throws AppError not_found */
export async function lockLead(tx: Tx, threadId: string): Promise<LeadRow> {
  const [lead] = await tx.db.select().from(leads).where(eq(leads.threadId, threadId)).for('update');
  if (!lead) throw notFound('lead');
  return lead;
}

/** Writes values into a lead with what sorting and searching need, later than it was. */
export async function writeLead(tx: Tx, lead: LeadRow, values: Partial<LeadRow>, now: Date): Promise<void> {
  const after = { ...lead, ...values };
  const updatedAt = new Date(Math.max(now.getTime(), lead.updatedAt.getTime() + 1));
  const nameKey = after.name?.trim().toLowerCase() || null;
  await tx.db
    .update(leads)
    .set({ ...values, nameKey, updatedAt })
    .where(eq(leads.threadId, lead.threadId));
  await tx.db
    .update(leadSearch)
    .set({ searchText: leadSearchText(after) })
    .where(eq(leadSearch.threadId, lead.threadId));
  tx.emit(leadUpdatedEvent, { thread_id: lead.threadId, name: after.name, company: after.company });
}

/** One line in the activity: who did what, with the name of the other lead. */
export async function recordMove(
  context: Context,
  tx: Tx,
  threadId: string,
  action: 'merged' | 'split' | 'move_undone',
  toValue: string,
): Promise<void> {
  const { session, services } = context;
  await tx.db.insert(leadActivity).values({
    id: newId(),
    threadId,
    at: services.clock.now(),
    actor: session.actor,
    actorId: session.userId ?? session.id,
    action,
    toValue: toValue.slice(0, 1000),
  });
}

export function leadLabel({ name, company, contactEmail }: LeadRow): string {
  return name ?? company ?? contactEmail ?? 'Unknown Contact';
}

/**
 * Puts a lead into another one. All messages, notes and activity go along; the other one keeps its fields and takes the
 * ones that it lacks. Mail to either thread comes there from now on. `undo_id` restores both.
 */
export function mergeLead(context: Context, { params, body }: Input<Merge>): Promise<MoveAnswer> {
  const { session, services } = context;
  const { thread_id: from } = params;
  const { into } = body;
  return context.tx(async (tx) => {
    await lockThreads(tx);
    const source = await lockLead(tx, from);
    if (from === into) throw new AppError('invalid', 'Choose another lead: this is the same one.');
    const target = await lockLead(tx, into);
    const now = services.clock.now();
    if (source.callAt && source.callAt > now) {
      // Its invitation names this lead: the one with the meeting stays.
      throw new AppError(
        'conflict',
        `${leadLabel(source)} has a meeting coming up. Merge the other lead into this one, or cancel the meeting first.`,
      );
    }
    const content = await contentOf(tx, from);
    await placeInThread(tx, into, content);
    await redirectThread(tx, from, into);
    const activity = await tx.db
      .update(leadActivity)
      // What a bulk action did to this lead, its undoing must not do to the other one.
      .set({ threadId: into, batchId: null })
      .where(eq(leadActivity.threadId, from))
      .returning({ id: leadActivity.id });
    const filled = filledBy(target, source);
    const { budgetValue: _, ...kept } = source;
    await tx.db.delete(leads).where(eq(leads.threadId, from));
    await recountThread(tx, from);
    const counted = await recountThread(tx, into);
    const sources = Object.fromEntries(
      Object.entries(source.fieldSources).filter(([field]) => target.fieldSources[field] === undefined),
    );
    await writeLead(
      tx,
      target,
      {
        ...filled,
        ...counted,
        fieldSources: { ...target.fieldSources, ...sources },
        createdAt: source.createdAt < target.createdAt ? source.createdAt : target.createdAt,
      },
      now,
    );
    const id = newId();
    await tx.db.insert(threadMoves).values({
      id,
      kind: 'merge',
      fromThreadId: from,
      intoThreadId: into,
      moved: {
        ...content,
        activityIds: activity.map((row) => row.id),
        lead: kept,
        filled,
        sourced: Object.keys(sources),
        createdAt: target.createdAt.toISOString(),
      },
      actor: session.actor,
      createdAt: now,
    });
    await recordMove(context, tx, into, 'merged', leadLabel(source));
    tx.emit(leadUpdatedEvent, { thread_id: from, name: source.name, company: source.company });
    return { lead: leadOut(await findLead(tx, into), session.timezone), undo_id: id };
  });
}

function filledBy(target: LeadRow, source: LeadRow): Record<string, string> {
  return Object.fromEntries(
    filledFields.flatMap((field) => {
      const value = source[field];
      return target[field] === null && value !== null ? [[field, value] as const] : [];
    }),
  );
}
