import {
  type Conversation,
  type ConversationMessage,
  type conversationApi,
  conversationLimits,
} from '#features/support/conversation-contract.ts';
import type { Context, Tx } from '#server/context.ts';
import { asksForPerson } from '#server/integrations/ai/builtin/support-phrases.ts';
import type { Input } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { makeLead } from './conversation-lead.ts';
import {
  conversationOut,
  lockConversation,
  messageOut,
  messagesAfter,
  type StoredConversation,
} from './conversation-row.ts';
import { addMessages, writePersonMessage } from './conversation-write.ts';
import { handOff, leaveToColleagues } from './hand-off.ts';
import { mailAnswer, unreadMs } from './mail-answer.ts';
import { openQuestion } from './open-question.ts';
import { awaitOwner } from './remind-owner.ts';
import { planTurn } from './turn-keeper.ts';
import { say } from './visitor-sentences.ts';
import { openDoor } from './widget-door.ts';

type Endpoints = (typeof conversationApi)['endpoints'];

const noTurn = { turnDueAt: null, turnFromSeq: null } as const;

/** @throws AppError forbidden for an API key */
export function personOf({ session }: Context): string {
  if (session.userId === null)
    throw new AppError('forbidden', 'Visitors are answered by people, not by API keys.');
  return session.userId;
}

const closed = () => new AppError('conflict', 'This conversation is closed, so nothing can be done in it.');

/** The team may write on where the visitor may not, so that a conversation gets its end; but not for ever. */
function refuseFull({ lastSeq }: Pick<StoredConversation, 'lastSeq'>): void {
  if (lastSeq >= conversationLimits.messages + 20)
    throw new AppError(
      'conflict',
      `This conversation has reached its ${conversationLimits.messages} messages. Close it; the visitor can begin a new one.`,
    );
}

function held({ owner }: StoredConversation): AppError {
  return new AppError(
    'conflict',
    `${owner ?? 'A colleague'} has this conversation, so nothing was sent or changed. Take it over first.`,
    { details: { owner } },
  );
}

/** Gives the conversation to the caller, in a transaction that holds it. What the assistant was about to say is dropped. */
async function take(
  tx: Tx,
  context: Context,
  row: StoredConversation,
  { fromPerson }: { fromPerson: boolean },
): Promise<StoredConversation> {
  const userId = personOf(context);
  const { actor } = context.session;
  if (row.state === 'closed') throw closed();
  if (row.state === 'person' && row.ownerId === userId) return row;
  if (row.state === 'person' && !fromPerson) throw held(row);
  refuseFull(row);
  const now = context.services.clock.now();
  // Whoever takes a conversation over takes what is open in it along.
  if (await openQuestion(tx, row.id))
    await awaitOwner(tx, await openDoor({ db: tx.db, services: context.services }), row.id, now);
  const text = say(row.language, 'joined', actor);
  return addMessages(tx, row, [{ sender: 'system', text }], now, {
    ...noTurn,
    state: 'person',
    ownerId: userId,
    owner: actor.slice(0, conversationLimits.name),
    waitingSince: null,
    misses: 0,
    teamReadSeq: row.lastSeq,
  });
}

interface Changed {
  row: StoredConversation;
  out: Conversation;
}

function changed(
  context: Context,
  id: string,
  work: (tx: Tx, row: StoredConversation) => Promise<StoredConversation>,
): Promise<Changed> {
  return context.tx(async (tx) => {
    const row = await work(tx, await lockConversation(tx, id));
    return { row, out: await conversationOut({ db: tx.db, services: context.services }, row) };
  });
}

async function change(...about: Parameters<typeof changed>): Promise<Conversation> {
  return (await changed(...about)).out;
}

/** @throws AppError conflict where a colleague has it, or it is closed */
export function takeOver(
  context: Context,
  { params, body }: Input<Endpoints['takeOver']>,
): Promise<Conversation> {
  return change(context, params.conversationId, (tx, row) =>
    take(tx, context, row, { fromPerson: body.fromPerson ?? false }),
  );
}

/** Lets go of a conversation: the assistant answers again, or whoever takes it next does. */
export async function giveBack(
  context: Context,
  { params, body }: Input<Endpoints['giveBack']>,
): Promise<Conversation> {
  const userId = personOf(context);
  const door = await openDoor(context);
  const given = await changed(context, params.conversationId, async (tx, row) => {
    if (row.state === 'closed') throw closed();
    if (row.state === 'person' && row.ownerId !== userId) throw held(row);
    if (row.state === body.to) return row;
    refuseFull(row);
    const now = context.services.clock.now();
    const { actor } = context.session;
    if (body.to === 'agent') return backToAssistant(tx, row, now);
    if (row.state === 'agent')
      return handOff(tx, door, row, { reason: `${actor} asks for a colleague.`, now });
    return leaveToColleagues(tx, door, row, { reason: `${actor} gave it back.`, now });
  });
  if (given.row.state === 'agent' && given.row.turnDueAt)
    planTurn(context, given.row.id, given.row.turnDueAt);
  return given.out;
}

/** What the visitor asked last and nobody has answered is the assistant's to answer, unless a person was asked for. */
async function backToAssistant(tx: Tx, row: StoredConversation, now: Date): Promise<StoredConversation> {
  const open = await openQuestion(tx, row.id);
  const answers = open !== null && !asksForPerson(open.text);
  const text = say(row.language, 'assistantBack');
  return addMessages(tx, row, [{ sender: 'system', text }], now, {
    turnDueAt: answers ? now : null,
    turnFromSeq: answers ? open.fromSeq : null,
    ownerId: null,
    owner: null,
    alertStage: 0,
    state: 'agent',
    waitingSince: null,
    handoffReason: null,
    pack: null,
  });
}

/** Ends a conversation. What was said goes into the visitor's lead. @throws AppError conflict where a colleague has it */
export function closeConversation(
  context: Context,
  { params }: Input<Endpoints['close']>,
): Promise<Conversation> {
  const userId = personOf(context);
  return change(context, params.conversationId, async (tx, row) => {
    if (row.state === 'closed') return row;
    if (row.state === 'person' && row.ownerId !== userId) throw held(row);
    const text = say(row.language, 'closed');
    const after = await addMessages(tx, row, [{ sender: 'system', text }], context.services.clock.now(), {
      ...noTurn,
      state: 'closed',
      waitingSince: null,
    });
    if (after.leadSeq > 0 || (after.visitorEmail !== null && after.pack !== null))
      await tx.enqueue(makeLead, { id: after.id }, { key: after.id });
    return after;
  });
}

/**
 * Writes to the visitor. The statement that writes looks at the owner once more; where nobody has the conversation, the
 * caller gets it. @throws AppError conflict where a colleague has it, or it is closed
 */
export async function sendMessage(
  context: Context,
  { params, body }: Input<Endpoints['send']>,
): Promise<ConversationMessage> {
  const userId = personOf(context);
  const id = params.conversationId;
  return context.tx(async (tx) => {
    const now = context.services.clock.now();
    const message = {
      sender: 'person' as const,
      authorId: userId,
      author: context.session.actor.slice(0, conversationLimits.name),
      text: body.text.trim(),
    };
    let seq = await writePersonMessage(tx, userId, { id, message, now });
    if (seq === null) {
      await take(tx, context, await lockConversation(tx, id), { fromPerson: false });
      seq = await writePersonMessage(tx, userId, { id, message, now });
    }
    if (seq === null) throw new Error('A conversation that was taken over could not be written to.');
    refuseFull({ lastSeq: seq - 1 });
    await tx.enqueue(mailAnswer, { id }, { key: id, startAfter: new Date(now.getTime() + unreadMs) });
    const [written] = await messagesAfter(tx, id, seq - 1);
    if (!written) throw new Error('A message that was written is not there.');
    return messageOut(written);
  });
}
