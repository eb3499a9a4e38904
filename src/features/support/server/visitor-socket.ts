import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { z } from 'zod';
import { conversationTyping } from '#features/support/conversation-contract.ts';
import { longestPauseMs, typingPauseMs } from '#features/support/turn-pause.ts';
import type { OrganizationContext } from '#server/context.ts';
import type { GuestDoor, GuestLine, GuestTalk } from '#server/http/guest-sockets.ts';
import { tokenHash } from '#server/ids.ts';
import { messageOut, standingAfter } from './conversation-row.ts';
import { conversations } from './conversation-tables.ts';
import { markVisitorRead } from './visitor-read.ts';
import { isAllowedPage, openDoor } from './widget-door.ts';

/** As in the calls of the widget. */
const messageNumber = z.int().min(0).max(100_000);
const frame = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello'), after: messageNumber }),
  z.strictObject({ type: z.literal('typing') }),
  z.strictObject({ type: z.literal('read'), seq: messageNumber }),
]);

const notice = z.discriminatedUnion('type', [
  z.object({ type: z.literal('changed') }),
  z.object({ type: z.literal('typing'), who: z.enum(['person', 'agent']), name: z.string().nullable() }),
  z.object({ type: z.literal('gone') }),
]);

/** The team is told of a visitor who writes at most this often, milliseconds. */
const typingEveryMs = 900;

/** The way in for visitors: whoever holds the token of a conversation hears of that one and of nothing else. */
export const visitorDoor: GuestDoor = {
  path: '/ws/widget',
  admit: async (context, { token, origin }) => {
    const [row] = await context.db
      .select({ id: conversations.id })
      .from(conversations)
      .where(eq(conversations.tokenHash, tokenHash(token)));
    if (!row) return 'unknown';
    const door = await openDoor(context);
    return isAllowedPage(origin, door.settings, context.services.config) ? { subject: row.id } : 'refused';
  },
  open: (context, id, line) => new VisitorTalk(context, id, line),
};

/** One open widget: it is sent, in order and each once, what stands in the conversation after what it has. */
class VisitorTalk implements GuestTalk {
  readonly #context: OrganizationContext;
  readonly #id: string;
  readonly #line: GuestLine;
  /** The newest message that was sent; null until the widget has said what it has. */
  #sent: number | null = null;
  #again = false;
  #sending: Promise<void> | null = null;
  #typedAt = 0;

  constructor(context: OrganizationContext, id: string, line: GuestLine) {
    this.#context = context;
    this.#id = id;
    this.#line = line;
  }

  async heard(text: string): Promise<void> {
    const said = frame.safeParse(parsed(text)).data;
    if (!said) return this.#line.close(1008, 'This is not understood');
    if (said.type === 'hello') {
      this.#sent = said.after;
      await this.#catchUp();
    } else if (said.type === 'read') await markVisitorRead(this.#context, this.#id, said.seq);
    else await this.#typing();
  }

  async noticed(message: unknown): Promise<void> {
    const told = notice.safeParse(message).data;
    if (!told) return;
    if (told.type === 'gone') this.#line.close(4001, 'The conversation was deleted');
    else if (told.type === 'typing') this.#send({ type: 'typing', data: { who: told.who, name: told.name } });
    else await this.#catchUp();
  }

  /** One look at a time; what changes meanwhile is looked for after it. */
  #catchUp(): Promise<void> {
    this.#again = true;
    this.#sending ??= this.#look().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #look(): Promise<void> {
    while (this.#again && this.#sent !== null) {
      this.#again = false;
      const standing = await standingAfter(this.#context, this.#id, this.#sent);
      if (!standing) return this.#line.close(4001, 'The conversation was deleted');
      for (const message of standing.messages) {
        this.#send({ type: 'message', data: messageOut(message) });
        this.#sent = message.seq;
      }
      this.#send({ type: 'state', data: standing.state });
    }
  }

  #send(message: object): void {
    this.#line.send(JSON.stringify(message));
  }

  /** A visitor who goes on writing is not answered yet: what comes belongs to the same question. */
  async #typing(): Promise<void> {
    const now = this.#context.services.clock.now();
    if (now.getTime() - this.#typedAt < typingEveryMs) return;
    this.#typedAt = now.getTime();
    const until = new Date(now.getTime() + typingPauseMs);
    const oldest = new Date(now.getTime() - longestPauseMs);
    await this.#context.tx(async (tx) => {
      await tx.db
        .update(conversations)
        .set({ turnDueAt: until })
        .where(
          and(
            eq(conversations.id, this.#id),
            eq(conversations.state, 'agent'),
            isNotNull(conversations.turnDueAt),
            sql`${conversations.turnDueAt} < ${until.toISOString()}::timestamptz`,
            sql`${conversations.updatedAt} > ${oldest.toISOString()}::timestamptz`,
          ),
        );
      tx.emit(conversationTyping, { id: this.#id });
    });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
