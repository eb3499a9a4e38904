import { eq } from 'drizzle-orm';
import { loadFiles } from '#features/files/server/public.ts';
import {
  conversationChangedEvent,
  conversationLimits,
  type leadConversationApi,
  type ReplyPlan,
} from '#features/leads/conversation-contract.ts';
import type { CorrespondenceItem } from '#features/mail/contract.ts';
import { type Answer, answerIn, deliveryOf, itemOf, lockThreads } from '#features/mail/server/public.ts';
import { emailSettings } from '#features/organization/server/tables.ts';
import type { Context } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import type { MailAddress } from '#server/integrations/compose-mail.ts';
import { purposeRules } from '#server/integrations/send-rules.ts';
import type { Sender } from '#server/integrations/sender.ts';
import { suppressedOf } from '#server/integrations/suppressions.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { sendInThread } from './send-in-thread.ts';
import { leadActivity, leads } from './tables.ts';

type Endpoints = (typeof leadConversationApi)['endpoints'];

interface Prepared {
  answer: Answer;
  sender: Sender;
  organizationName: string;
}

async function prepare(context: Context, threadId: string, inReplyTo?: string): Promise<Prepared> {
  const { gate } = context.services;
  const [lead] = await context.db
    .select({ contact: leads.contactEmail })
    .from(leads)
    .where(eq(leads.threadId, threadId));
  if (!lead) throw notFound('lead');
  const sender = await gate.senderOf(context);
  const answer = await answerIn(context, threadId, {
    inReplyTo,
    own: [gate.fromOf(sender).address],
    contact: lead.contact,
    timezone: sender.timezone,
  });
  return { answer, sender, organizationName: sender.organizationName };
}

function subjectOf({ answer, organizationName }: Prepared): string {
  return answer.subject || `Your enquiry to ${organizationName.replace(/\p{Cc}+/gu, ' ')}`;
}

/** Whom a reply to the newest message would go to. */
export async function planReply(
  context: Context,
  { params }: Input<Endpoints['planReply']>,
): Promise<ReplyPlan> {
  const { gate } = context.services;
  const prepared = await prepare(context, params.thread_id);
  const { answer, sender } = prepared;
  const addresses = [...answer.to, ...answer.cc].map(({ address }) => address);
  const { stoppedBy } = purposeRules.lead_reply;
  const stopped = await suppressedOf(context, context.services.seal, addresses, stoppedBy);
  return {
    inReplyTo: answer.parentId,
    subject: subjectOf(prepared),
    to: answer.to,
    cc: answer.cc,
    from: gate.fromOf(sender),
    transport: gate.transportOf(sender),
    stopped: stopped.map(({ id, address, reason }) => ({ id, address, reason })),
  };
}

/**
 * Answers a lead by mail: the message joins the thread in the transaction in which the gate lets it through, and leaves
 * when the time to take it back is over.
 */
export async function reply(
  context: Context,
  { params, body }: Input<Endpoints['reply']>,
): Promise<CorrespondenceItem> {
  const { gate } = context.services;
  const threadId = params.thread_id;
  const prepared = await prepare(context, threadId, body.inReplyTo);
  const { answer } = prepared;
  const { to, cc } = await recipientsOf(context, answer, body);
  const attachments = await loadFiles(context, body.attachmentIds ?? [], conversationLimits.attachmentBytes);
  const content = body.content.trim();
  const composed = await gate.compose(context, {
    purpose: 'lead_reply',
    to,
    cc,
    subject: body.subject?.trim() || subjectOf(prepared),
    text: answer.quote === null ? content : `${content}\n\n${answer.quote}\n`,
    attachments,
    inReplyTo: answer.inReplyTo,
    references: answer.references,
    by: context.session.actor,
    undoSeconds: body.undoSeconds ?? 0,
  });
  const sent = await context.tx(async (tx) => {
    await lockThreads(tx);
    const [lead] = await tx.db.select().from(leads).where(eq(leads.threadId, threadId)).for('update');
    if (!lead) throw notFound('lead');
    const { message, mail } = await sendInThread(context, tx, lead, composed, {
      content,
      quoted: answer.quote,
    });
    await tx.db.insert(leadActivity).values({
      id: newId(),
      threadId,
      at: composed.composedAt,
      actor: context.session.actor,
      actorId: context.session.userId ?? context.session.id,
      action: 'reply',
      toValue: composed.envelope.to.join(', ').slice(0, 1000),
    });
    tx.emit(conversationChangedEvent, { thread_id: threadId });
    return { item: itemOf(message, answer.parentId, deliveryOf(mail.state)), mailId: mail.id };
  });
  if (!body.undoSeconds) gate.deliverSoon(context.organizationId, sent.mailId);
  return sent.item;
}

async function recipientsOf(
  context: Context,
  answer: Answer,
  body: Input<Endpoints['reply']>['body'],
): Promise<{ to: MailAddress[]; cc: MailAddress[] }> {
  const to = body.to ? named(body.to, answer) : answer.to;
  const cc = body.cc ? named(body.cc, answer) : body.replyAll ? answer.cc : [];
  if (to.length === 0) {
    throw new AppError('invalid', 'This lead has no email address. Add one to the contact first.', {
      issues: [{ path: 'to', message: 'There is nobody to send this to.' }],
    });
  }
  if (to.length + cc.length > conversationLimits.recipients) {
    throw new AppError('invalid', `A reply goes to at most ${conversationLimits.recipients} people.`);
  }
  const given = new Set([...(body.to ?? []), ...(body.cc ?? [])].map((one) => one.toLowerCase()));
  const [settings] = await context.db.select({ team: emailSettings.teamAddresses }).from(emailSettings);
  const own = settings?.team.find((one) => given.has(one));
  if (own) {
    const message = `${own} is an address of your own team. To tell a colleague something, add a note.`;
    throw new AppError('invalid', message, { issues: [{ path: 'to', message }] });
  }
  const taken = new Set(to.map(({ address }) => address.toLowerCase()));
  return { to: [...to], cc: cc.filter(({ address }) => !taken.has(address.toLowerCase())) };
}

/** Addresses that a person typed, with the names that are known. */
function named(addresses: readonly string[], { to, cc }: Answer): MailAddress[] {
  const names = new Map([...to, ...cc].map(({ name, address }) => [address.toLowerCase(), name]));
  return addresses.map((address) => ({ name: names.get(address.toLowerCase()) ?? null, address }));
}
