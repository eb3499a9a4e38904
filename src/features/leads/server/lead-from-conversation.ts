import { runningModules } from '#features/billing/server/public.ts';
import { subscriptionModules } from '#features/billing/server/tables.ts';
import type { OrganizationContext } from '#server/context.ts';
import { takeForm } from './ingest-lead.ts';

export interface TalkedWith {
  conversationId: string;
  /** The first message of the conversation goes into the lead's thread, later ones after it. */
  isFirst: boolean;
  /** Number of the latest message: the same one twice is one message of the thread. */
  seq: number;
  name: string | null;
  email: string;
  subject: string;
  /** Address of the page where it was begun. */
  page: string | null;
  transcript: string;
}

/**
 * Makes a lead of somebody who wrote in the chat of a website, with what was said; later parts follow in the same thread.
 * @returns the thread; null where the organization does not use leads, or the lead was deleted
 */
export async function leadFromConversation(
  context: OrganizationContext,
  talk: TalkedWith,
): Promise<string | null> {
  const rows = await context.db.select().from(subscriptionModules);
  if (!runningModules(rows, context.services.clock.now()).includes('leads_manager')) return null;
  const host = new URL(context.services.config.publicUrl).hostname;
  const first = `chat-${talk.conversationId}@${host}`;
  return takeForm(
    context,
    {
      name: talk.name,
      email: talk.email,
      phone: null,
      company: null,
      message: talk.transcript,
      more: talk.page === null ? [] : [['Page', talk.page]],
      trap: false,
    },
    {
      messageId: talk.isFirst ? first : `chat-${talk.conversationId}-${talk.seq}@${host}`,
      sender: talk.email,
      recipient: 'Website chat',
      subject: `${talk.isFirst ? '' : 'Re: '}Chat: ${talk.subject}`,
      ...(talk.isFirst ? {} : { inReplyTo: first }),
    },
  );
}
