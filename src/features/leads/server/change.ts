import { and, eq } from 'drizzle-orm';
import { type Lead, type leadsApi, leadUpdatedEvent, newLeadEvent } from '#features/leads/contract.ts';
import { deleteThread } from '#features/mail/server/public.ts';
import { threads } from '#features/mail/server/tables.ts';
import { users } from '#features/organization/server/tables.ts';
import type { Context, Tx } from '#server/context.ts';
import type { Row } from '#server/db/database.ts';
import { statement } from '#server/db/statement.ts';
import { newId } from '#server/ids.ts';
import type { Input } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import { isRowId } from '#shared/text.ts';
import { leadColumns, leadOut } from './lead-row.ts';
import { leadSearchText, nameKey } from './lead-text.ts';
import { type FieldSource, leadActivity, leadSearch, leads } from './tables.ts';

type Endpoints = (typeof leadsApi)['endpoints'];
type LeadRow = typeof leads.$inferSelect;

const readOne = statement(
  'leads.one',
  `select ${leadColumns}, l.field_sources from leads l where l.organization_id = $1 and l.thread_id = $2`,
);

export async function findLead(context: Pick<Context, 'run'>, threadId: string): Promise<Row> {
  const [row] = await context.run(readOne, [threadId]);
  if (!row) throw notFound('lead');
  return row;
}

/** Properties of the table by their names on the wire. */
const columnOf = {
  name: 'name',
  company: 'company',
  contact_email: 'contactEmail',
  phone_number: 'phoneNumber',
  advertising_goal: 'advertisingGoal',
  billboard: 'billboard',
  budget: 'budget',
  duration: 'duration',
  period: 'period',
} as const;
type WireField = keyof typeof columnOf;
const wireFields = [
  'name',
  'company',
  'contact_email',
  'phone_number',
  'advertising_goal',
  'billboard',
  'budget',
  'duration',
  'period',
] as const satisfies readonly WireField[];

/** Adds a lead by hand, with a thread of its own that mail can join later. */
export function createLead(context: Context, { body }: Input<Endpoints['create']>): Promise<Lead> {
  return context.tx(async (tx) => {
    const now = context.services.clock.now();
    const threadId = `lead_${newId()}`;
    const sources: Record<string, FieldSource> = {};
    const values: Partial<typeof leads.$inferInsert> = {};
    for (const field of wireFields) {
      const value = body[field] || null;
      if (value === null) continue;
      values[columnOf[field]] = value;
      sources[field] = { message_id: null, quote: null, edited: true };
    }
    await tx.db.insert(threads).values({ id: threadId, lastMessageAt: now, createdAt: now });
    await insertLead(tx, {
      ...values,
      threadId,
      stage: body.stage ?? 'new',
      createdAt: now,
      updatedAt: now,
      fieldSources: sources,
    });
    await recordActivity(tx, context, threadId, [{ action: 'created', from: null, to: null }]);
    return leadOut(await findLead(tx, threadId), context.session.timezone);
  });
}

/** Inserts a lead with what search and sorting need, and announces it. */
export async function insertLead(tx: Tx, values: typeof leads.$inferInsert): Promise<void> {
  const name = values.name ?? null;
  const company = values.company ?? null;
  await tx.db.insert(leads).values({ ...values, nameKey: nameKey(name) });
  const searchText = leadSearchText({
    name,
    company,
    contactEmail: values.contactEmail ?? null,
    advertisingGoal: values.advertisingGoal ?? null,
  });
  await tx.db.insert(leadSearch).values({ threadId: values.threadId, searchText });
  tx.emit(newLeadEvent, { thread_id: values.threadId, name, company });
}

interface Change {
  action: string;
  from: string | null;
  to: string | null;
}

/** Changes stage, fields, assignee or follow-up. A field that a person set is never overwritten by what mail says. */
export function updateLead(context: Context, { params, body }: Input<Endpoints['update']>): Promise<Lead> {
  return context.tx(async (tx) => {
    const [before] = await tx.db
      .select()
      .from(leads)
      .where(eq(leads.threadId, params.thread_id))
      .for('update');
    if (!before) throw notFound('lead');
    const { values, changes } = changesOf(before, body);
    if (body.assignee_id !== undefined && body.assignee_id !== before.assigneeId) {
      values.assigneeId = body.assignee_id === null ? null : await activeUser(tx, body.assignee_id);
      changes.push({ action: 'assignee', from: before.assigneeId, to: values.assigneeId });
    }
    if (changes.length > 0) {
      const updatedAt = new Date(
        Math.max(context.services.clock.now().getTime(), before.updatedAt.getTime() + 1),
      );
      await tx.db
        .update(leads)
        .set({ ...values, updatedAt })
        .where(eq(leads.threadId, before.threadId));
      await refreshSearch(tx, before, values);
      await recordActivity(tx, context, before.threadId, changes);
      tx.emit(leadUpdatedEvent, {
        thread_id: before.threadId,
        name: values.name ?? before.name,
        company: values.company ?? before.company,
      });
    }
    return leadOut(await findLead(tx, before.threadId), context.session.timezone);
  });
}

function changesOf(
  before: LeadRow,
  body: Input<Endpoints['update']>['body'],
): { values: Partial<LeadRow>; changes: Change[] } {
  const values: Partial<LeadRow> = {};
  const changes: Change[] = [];
  const sources = { ...before.fieldSources };
  for (const field of wireFields) {
    const given = body[field];
    if (given === undefined) continue;
    const value = given === '' ? null : given;
    const column = columnOf[field];
    if (value === before[column]) continue;
    values[column] = value;
    sources[field] = { message_id: null, quote: null, edited: true };
    values.fieldSources = sources;
    changes.push({ action: field, from: before[column], to: value });
  }
  if (values.name !== undefined) values.nameKey = nameKey(values.name);
  if (body.stage !== undefined && body.stage !== before.stage) {
    values.stage = body.stage;
    changes.push({ action: 'stage', from: before.stage, to: body.stage });
  }
  if (body.follow_up_at !== undefined) {
    const at = body.follow_up_at === null ? null : new Date(body.follow_up_at);
    if (at?.getTime() !== before.followUpAt?.getTime()) {
      values.followUpAt = at;
      changes.push({
        action: 'follow_up',
        from: before.followUpAt?.toISOString() ?? null,
        to: at?.toISOString() ?? null,
      });
    }
  }
  return { values, changes };
}

async function activeUser(tx: Tx, id: string): Promise<string> {
  const [found] = isRowId(id)
    ? await tx.db
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, id), eq(users.isActive, true)))
    : [];
  if (!found) throw notFound('colleague');
  return found.id;
}

/** Rewrites the searched text when one of its four fields changed. */
export async function refreshSearch(tx: Tx, before: LeadRow, values: Partial<LeadRow>): Promise<void> {
  const fields = ['name', 'company', 'contactEmail', 'advertisingGoal'] as const;
  if (fields.every((field) => values[field] === undefined)) return;
  const searchText = leadSearchText({ ...before, ...values });
  await tx.db.update(leadSearch).set({ searchText }).where(eq(leadSearch.threadId, before.threadId));
}

async function recordActivity(
  tx: Tx,
  { session, services }: Context,
  threadId: string,
  changes: Change[],
): Promise<void> {
  await tx.db.insert(leadActivity).values(
    changes.map(({ action, from, to }) => ({
      id: newId(),
      threadId,
      at: services.clock.now(),
      actor: session.actor,
      actorId: session.userId ?? session.id,
      action,
      fromValue: from?.slice(0, 1000) ?? null,
      toValue: to?.slice(0, 1000) ?? null,
    })),
  );
}

/** Deletes a lead with its conversation; the same mail does not come back, a new one in the thread makes a new lead. */
export function removeLead(context: Context, { params }: Input<Endpoints['remove']>): Promise<undefined> {
  return context.tx(async (tx) => {
    const [row] = await tx.db
      .delete(leads)
      .where(eq(leads.threadId, params.thread_id))
      .returning({ threadId: leads.threadId, name: leads.name, company: leads.company });
    if (!row) throw notFound('lead');
    await deleteThread(tx, row.threadId);
    await tx.audit({ action: 'lead.deleted', subject: row.threadId, details: { name: row.name } });
    tx.emit(leadUpdatedEvent, { thread_id: row.threadId, name: row.name, company: row.company });
    return undefined;
  });
}
