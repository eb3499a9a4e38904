import { type Lead, type leadsApi, leadUpdatedEvent, newLeadEvent } from '#features/leads/contract.ts';
import { leadsChangedEvent } from '#features/leads/list-contract.ts';
import { threads } from '#features/mail/server/tables.ts';
import type { Context, Tx } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import type { Input } from '#shared/endpoint.ts';
import { findLead } from './find.ts';
import { leadOut } from './lead-row.ts';
import { leadSearchText, nameKey } from './lead-text.ts';
import { type FieldSource, leadActivity, leadSearch, leads } from './tables.ts';

type Create = (typeof leadsApi)['endpoints']['create'];

const byHand: FieldSource = { message_id: null, quote: null, edited: true };

/** Adds a lead by hand, with a thread of its own that mail can join later. */
export function createLead(context: Context, { body }: Input<Create>): Promise<Lead> {
  const { session, services } = context;
  return context.tx(async (tx) => {
    const now = services.clock.now();
    const threadId = `lead_${newId()}`;
    const { stage = 'new', ...fields } = body;
    const given = Object.entries(fields).filter(([, value]) => value);
    await tx.db.insert(threads).values({ id: threadId, lastMessageAt: now, createdAt: now });
    await insertLead(tx, {
      threadId,
      name: fields.name || null,
      company: fields.company || null,
      contactEmail: fields.contact_email || null,
      phoneNumber: fields.phone_number || null,
      advertisingGoal: fields.advertising_goal || null,
      billboard: fields.billboard || null,
      budget: fields.budget || null,
      duration: fields.duration || null,
      period: fields.period || null,
      stage,
      createdAt: now,
      updatedAt: now,
      fieldSources: Object.fromEntries(given.map(([field]) => [field, byHand])),
    });
    await tx.db.insert(leadActivity).values({
      id: newId(),
      threadId,
      at: now,
      actor: session.actor,
      actorId: session.userId ?? session.id,
      action: 'created',
    });
    return leadOut(await findLead(tx, threadId), session.timezone);
  });
}

/**
 * Inserts a lead with what search and sorting need, and announces it; `isNew` is false for one that comes back, `quiet`
 * refreshes the lists alone.
 */
export async function insertLead(
  tx: Tx,
  values: typeof leads.$inferInsert,
  { isNew = true, quiet = false } = {},
): Promise<void> {
  const { threadId, name = null, company = null, contactEmail = null, advertisingGoal = null } = values;
  await tx.db.insert(leads).values({ ...values, nameKey: nameKey(name) });
  const searchText = leadSearchText({ name, company, contactEmail, advertisingGoal });
  await tx.db.insert(leadSearch).values({ threadId, searchText });
  if (quiet) tx.emit(leadsChangedEvent, { count: 1 });
  else tx.emit(isNew ? newLeadEvent : leadUpdatedEvent, { thread_id: threadId, name, company });
}
