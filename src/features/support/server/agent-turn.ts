import { asc, desc, eq } from 'drizzle-orm';
import { countUsage } from '#features/billing/server/public.ts';
import { conversationLimits } from '#features/support/conversation-contract.ts';
import type { OrganizationContext } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import { asksForPerson } from '#server/integrations/ai/builtin/support-phrases.ts';
import { answer } from './ask-answer.ts';
import { lockConversation, type StoredMessage } from './conversation-row.ts';
import { conversationMessages, conversations } from './conversation-tables.ts';
import { writeAgentMessage } from './conversation-write.ts';
import { handOff, personAsked } from './hand-off.ts';
import { recordUnanswered } from './questions.ts';
import { openDoor } from './widget-door.ts';

/** A turn that was begun is another process's to do after this long, milliseconds: longer than any engine takes. */
const leaseMs = 60_000;
/** Messages that an engine reads. */
const readMessages = 30;
/** Questions in a row without an answer, after which a person is called. */
const missesBeforePerson = 2;

const claim = statement(
  'support.claim-turn',
  `update support_conversations c set turn_due_at = $4::timestamptz
   where c.organization_id = $1 and c.id = $2::uuid and c.state = 'agent' and c.turn_due_at <= $3::timestamptz
   returning c.revision, c.turn_from_seq, c.language, c.misses`,
);

interface Turn {
  id: string;
  revision: number;
  fromSeq: number;
  language: string;
  misses: number;
}

/**
 * Answers what a visitor has asked, if it is the assistant's turn: one process claims it, and the answer is written only
 * if nobody has said anything or taken the conversation over since.
 * @returns when to look again; null = there is nothing more to do here
 */
export async function takeTurn(context: OrganizationContext, id: string): Promise<Date | null> {
  const { clock } = context.services;
  const now = clock.now();
  const lease = new Date(now.getTime() + leaseMs);
  const [claimed] = await context.run(claim, [id, now.toISOString(), lease.toISOString()]);
  if (!claimed) {
    const [row] = await context.db
      .select({ state: conversations.state, dueAt: conversations.turnDueAt })
      .from(conversations)
      .where(eq(conversations.id, id));
    return row?.state === 'agent' ? row.dueAt : null;
  }
  const turn: Turn = {
    id,
    revision: Number(claimed.revision),
    fromSeq: Number(claimed.turn_from_seq),
    language: String(claimed.language),
    misses: Number(claimed.misses),
  };
  const [door, messages] = await Promise.all([openDoor(context), latestMessages(context, id)]);
  const asked = messages.filter(({ sender, seq }) => sender === 'visitor' && seq >= turn.fromSeq);
  const question = asked
    .map(({ text }) => text.trim())
    .join('\n')
    .slice(-conversationLimits.visitorText)
    .toWellFormed();
  const history = messages.flatMap(({ seq, sender, text }) =>
    seq < turn.fromSeq && sender !== 'system' ? [{ from: sender, text }] : [],
  );
  const { action, text, citations, engine } = await answer(context, {
    question,
    history,
    language: turn.language,
    organization: door.name,
  });
  const asksPerson = asksForPerson(question);
  const misses = action === 'handoff' ? turn.misses + 1 : 0;
  await context.tx(async (tx) => {
    const at = clock.now();
    const message = { sender: 'agent' as const, text, action, citations, engine };
    const seq = await writeAgentMessage(tx, turn.revision, { id, message, now: at, misses });
    if (seq === null) return;
    if (action === 'answer') await countUsage(tx, door.timezone, at, { ai_answers: 1 });
    if (action === 'handoff' && !asksPerson) await recordUnanswered(tx, { question, at });
    if (!asksPerson && misses < missesBeforePerson) return;
    const reason = asksPerson ? personAsked : 'The assistant had no answer twice in a row.';
    await handOff(tx, door, await lockConversation(tx, id), { reason, now: at });
  });
  return null;
}

async function latestMessages({ db }: OrganizationContext, id: string): Promise<StoredMessage[]> {
  const newest = db
    .select()
    .from(conversationMessages)
    .where(eq(conversationMessages.conversationId, id))
    .orderBy(desc(conversationMessages.seq))
    .limit(readMessages)
    .as('newest');
  return db.select().from(newest).orderBy(asc(newest.seq));
}

/** Nothing more is written by the assistant: its turn could not be worked on. A person is called instead. */
export async function giveUpTurn(context: OrganizationContext, id: string): Promise<void> {
  const door = await openDoor(context);
  await context.tx(async (tx) => {
    const row = await lockConversation(tx, id);
    if (row.state !== 'agent' || row.turnDueAt === null) return;
    const reason = 'The assistant could not answer because of a fault on our side.';
    await handOff(tx, door, row, { reason, now: context.services.clock.now() });
  });
}
