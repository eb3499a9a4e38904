import { sql } from 'drizzle-orm';
import { updateLead } from '#features/leads/server/public.ts';
import { ingest } from '#features/mail/server/public.ts';
import { recordMeeting } from '#features/meetings/server/public.ts';
import type { Context, Session } from '#server/context.ts';
import type { Transaction } from '#server/db/database.ts';
import type { Hub } from '#server/hub.ts';
import { transactionFor } from '#server/organization-context.ts';
import type { Colleague, Conversation, DecisionStep, Mailbox, MailStep } from './conversation.ts';
import { type WrittenMail, writeMail } from './mail-bytes.ts';
import { datedText, demoTimezone, instantAt } from './moment.ts';
import { colleagues, teamBox, writerOf } from './team.ts';

const meetingMinutes = 30;

/** What the steps of all conversations share. */
export interface Replay {
  hub: Hub;
  organizationId: string;
  /** Ids of the users by their address. */
  userIds: ReadonlyMap<string, string>;
  now: Date;
}

/** Message-ID of a conversation's first mail: known once the conversation is there. */
export function firstMessageId(conversation: Conversation): string {
  return messageId(conversation, 1, conversation.lead);
}

function messageId({ key }: Conversation, count: number, writer: Mailbox): string {
  return `demo.${key}.${count}@${writer.address.slice(writer.address.indexOf('@') + 1)}`;
}

/**
 * Goes through one conversation as it happened: mail through the ingest function, decisions through the use case, each
 * with a clock that shows the time of the step. One transaction, so that a killed start leaves a conversation whole or
 * out.
 */
export async function replayConversation(replay: Replay, conversation: Conversation): Promise<void> {
  const { hub, organizationId, now } = replay;
  await hub.database.forOrganization(organizationId).tx(async (transaction) => {
    // Two processes that start at once take turns; the mail of the second is known already.
    await transaction.db.execute(sql`select pg_advisory_xact_lock(hashtext('demo-replay'))`);
    const earlier: WrittenMail[] = [];
    let threadId: string | null = null;
    for (const step of conversation.steps) {
      const at = instantAt(step.at, now);
      if ('by' in step) {
        await decide(replay, transaction, step, { at, threadId });
        continue;
      }
      const { written, bytes } = await mailOf(conversation, step, earlier, at);
      const context = contextAt(replay, transaction, at, 'maya');
      const outcome = await ingest(context, { format: 'rfc822', bytes }, { trustSentLabel: false });
      if (outcome.status === 'duplicate') return;
      if (outcome.status !== 'stored') throw new Error(`${written.messageId}: ${outcome.reason}`);
      threadId = outcome.threadId;
      earlier.push(written);
    }
  });
}

function mailOf(conversation: Conversation, step: MailStep, earlier: readonly WrittenMail[], at: Date) {
  const writer = step.from === 'lead' ? (step.writer ?? conversation.lead) : writerOf(step.from);
  const to = recipientOf(conversation, step, earlier);
  const { subject } = conversation;
  return writeMail({
    messageId: messageId(conversation, earlier.length + 1, writer),
    writer,
    to,
    cc: to === teamBox || earlier.length === 0 ? [] : [teamBox],
    subject: earlier.length === 0 || /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    at,
    text: datedText(step.text, at),
    earlier,
    files: step.files ?? [],
    headers: step.headers ?? {},
  });
}

/** Whoever of the other side wrote last. */
function recipientOf(conversation: Conversation, step: MailStep, earlier: readonly WrittenMail[]): Mailbox {
  const team = new Set(Object.values(colleagues).map(({ email }) => email));
  const last = earlier.findLast(({ from }) => team.has(from.address) === (step.from === 'lead'));
  return last?.from ?? (step.from === 'lead' ? teamBox : conversation.lead);
}

async function decide(
  replay: Replay,
  transaction: Transaction,
  step: DecisionStep,
  { at, threadId }: { at: Date; threadId: string | null },
): Promise<void> {
  if (threadId === null) throw new Error('A decision needs a mail before it.');
  const { stage, assignee, followUp, meeting } = step;
  const context = contextAt(replay, transaction, at, step.by);
  await updateLead(context, {
    params: { thread_id: threadId },
    query: {},
    body: {
      ...(stage ? { stage } : {}),
      ...(assignee ? { assignee_id: userIdOf(replay, assignee) } : {}),
      ...(followUp ? { follow_up_at: instantAt(followUp, replay.now).toISOString() } : {}),
    },
  });
  if (!meeting) return;
  const { session } = context;
  // Recorded and not booked: the demo writes to nobody.
  await context.tx((tx) =>
    recordMeeting(context, tx, {
      threadId,
      hostId: userIdOf(replay, step.by),
      hostName: session.actor,
      startsAt: instantAt(meeting, replay.now),
      durationMinutes: meetingMinutes,
      link: null,
      now: at,
    }),
  );
}

function userIdOf({ userIds }: Replay, colleague: Colleague): string {
  const id = userIds.get(colleagues[colleague].email);
  if (!id) throw new Error(`The demo tenant has no ${colleague}.`);
  return id;
}

/** A request's context inside the open transaction, by a colleague, at a time of the past. */
function contextAt(replay: Replay, transaction: Transaction, at: Date, colleague: Colleague): Context {
  const { hub, organizationId } = replay;
  const userId = userIdOf(replay, colleague);
  const { firstName, lastName, role } = colleagues[colleague];
  const session: Session = {
    kind: 'user',
    id: userId,
    organizationId,
    userId,
    actor: `${firstName} ${lastName}`,
    role,
    scopes: null,
    isPlatform: false,
    mustChangePassword: false,
    mustSetUpTotp: false,
    subscription: null,
    modules: new Map(),
    timezone: demoTimezone,
  };
  const tx = transactionFor(hub, transaction, { name: session.actor, id: userId, about: null });
  return {
    organizationId,
    db: transaction.db,
    run: (statement, values) => transaction.run(statement, values),
    tx: (work) => work(tx),
    services: { ...hub.services, clock: { now: () => at } },
    log: hub.log,
    session,
    requestId: 'demo',
    address: '127.0.0.1',
    userAgent: null,
  };
}
