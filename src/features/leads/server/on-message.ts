import { eq, sql } from 'drizzle-orm';
import { countUsage, isRunning } from '#features/billing/server/public.ts';
import { subscriptionModules } from '#features/billing/server/tables.ts';
import { leadUpdatedEvent } from '#features/leads/contract.ts';
import { conversationChangedEvent } from '#features/leads/conversation-contract.ts';
import { leadsChangedEvent } from '#features/leads/list-contract.ts';
import type { OrganizationContext, Tx } from '#server/context.ts';
import type { MessageReaction, ReactionResult, StoredMessage } from '#server/message-reaction.ts';
import { emailLimit } from '#shared/text.ts';
import { insertLead } from './create.ts';
import { leadSearchText, nameKey } from './lead-text.ts';
import { type FoundField, readFields } from './read-fields.ts';
import { type FieldSource, leadSearch, leads } from './tables.ts';

/** Fields are read from this many messages of a thread, the first ones (contract section 6). */
const readMessages = 5;

const noLead: ReactionResult = { lead: null, created: false };

/**
 * The first inbound message of a thread without a lead makes one; every further message moves it to the top and keeps
 * its stage. Mail from machines, lists and the team never makes a lead.
 */
export const onMessage: MessageReaction = async (context, tx, message, { timezone }) => {
  const [lead] = await tx.db.select().from(leads).where(eq(leads.threadId, message.threadId)).for('update');
  if (lead && message.returned) return countReport(tx, lead);
  if (lead) return moveLead(context, tx, lead, message);
  if (message.direction === 'outbound' || message.automatic || !message.from) return noLead;
  if (!(await leadsAreOn(context, tx))) return noLead;
  const found = readFields(message);
  const sentAt = earlier(message.sentAt, context.services.clock.now());
  const [counted] = await tx.db.execute<{ messages: number }>(
    sql`select message_count as messages from threads where organization_id = ${tx.organizationId} and id = ${message.threadId}`,
  );
  await insertLead(
    tx,
    {
      ...columnsOf(found),
      threadId: message.threadId,
      contactEmail: contactOf(message),
      createdAt: sentAt,
      updatedAt: sentAt,
      lastMessageAt: sentAt,
      messageCount: counted?.messages ?? 1,
      fieldSources: sourcesOf(found, message.id),
    },
    { quiet: message.quiet ?? false },
  );
  await countUsage(tx, timezone, context.services.clock.now(), { leads_received: 1 });
  return { lead: message.threadId, created: true };
};

/** A report about our mail is one message more, and neither contact nor progress. */
async function countReport(tx: Tx, lead: typeof leads.$inferSelect): Promise<ReactionResult> {
  const { threadId } = lead;
  await tx.db
    .update(leads)
    .set({ messageCount: lead.messageCount + 1 })
    .where(eq(leads.threadId, threadId));
  tx.emit(conversationChangedEvent, { thread_id: threadId });
  return { lead: threadId, created: false };
}

/** A form or a service writes from an address that nobody reads; the person stands in Reply-To or in the text. */
const machineAddress =
  /^(?:no-?reply|do-?not-?reply|forms?|web ?forms?|website|notifications?|mailer(?:-daemon)?|wordpress)(?:[+.-].*)?@/i;
const labelledAddress =
  /^[\s>*]*(?:your )?e-?mail(?: address)?\s*:\s*<?([^\s<>]{1,64}@[^\s<>]{1,189})>?\s*$/im;

function contactOf({ from, replyTo, content }: StoredMessage): string | null {
  const address = from?.address.slice(0, emailLimit) ?? null;
  if (address === null || !machineAddress.test(address)) return address;
  return (replyTo ?? labelledAddress.exec(content.slice(0, 20_000))?.[1] ?? address).slice(0, emailLimit);
}

async function leadsAreOn(context: OrganizationContext, tx: Tx): Promise<boolean> {
  const [row] = await tx.db
    .select()
    .from(subscriptionModules)
    .where(eq(subscriptionModules.moduleType, 'leads_manager'));
  return row !== undefined && isRunning(row, context.services.clock.now());
}

/** A further message of a lead: moves it to the top, keeps its stage, fills in what was unknown. */
export async function moveLead(
  context: OrganizationContext,
  tx: Tx,
  lead: typeof leads.$inferSelect,
  message: StoredMessage,
): Promise<ReactionResult> {
  const found =
    message.direction === 'inbound' && !message.automatic && lead.messageCount < readMessages
      ? readFields(message)
      : [];
  // Only what is still unknown is filled in: what a person wrote, or an earlier message said, stays.
  const added = found.filter(
    ({ field }) => lead[columnOf[field]] === null && !lead.fieldSources[field]?.edited,
  );
  const sentAt = earlier(message.sentAt, context.services.clock.now());
  const values = {
    ...columnsOf(added),
    fieldSources: { ...lead.fieldSources, ...sourcesOf(added, message.id) },
    messageCount: lead.messageCount + 1,
    lastMessageAt: lead.lastMessageAt && lead.lastMessageAt > sentAt ? lead.lastMessageAt : sentAt,
    // The message's own time, so that an import of old mail keeps its order; always later than before.
    updatedAt: new Date(Math.max(sentAt.getTime(), lead.updatedAt.getTime() + 1)),
  };
  await tx.db.update(leads).set(values).where(eq(leads.threadId, lead.threadId));
  if (added.length > 0) {
    const searchText = leadSearchText({ ...lead, ...values });
    await tx.db.update(leadSearch).set({ searchText }).where(eq(leadSearch.threadId, lead.threadId));
  }
  if (message.quiet) tx.emit(leadsChangedEvent, { count: 1 });
  else
    tx.emit(leadUpdatedEvent, {
      thread_id: lead.threadId,
      name: values.name ?? lead.name,
      company: values.company ?? lead.company,
    });
  return { lead: lead.threadId, created: false };
}

function earlier(a: Date, b: Date): Date {
  return a < b ? a : b;
}

const columnOf = {
  name: 'name',
  company: 'company',
  phone_number: 'phoneNumber',
  advertising_goal: 'advertisingGoal',
  billboard: 'billboard',
  budget: 'budget',
  duration: 'duration',
  period: 'period',
} as const satisfies Record<FoundField['field'], keyof typeof leads.$inferSelect>;

export function columnsOf(found: FoundField[]): Partial<typeof leads.$inferSelect> {
  const values: Partial<typeof leads.$inferSelect> = {};
  for (const { field, value } of found) values[columnOf[field]] = value;
  return values.name === undefined ? values : { ...values, nameKey: nameKey(values.name) };
}

export function sourcesOf(found: FoundField[], messageId: string): Record<string, FieldSource> {
  return Object.fromEntries(
    found.map(({ field, quote }) => [field, { message_id: messageId, quote, edited: false }]),
  );
}
