import { and, eq, sql } from 'drizzle-orm';
import { conversationEvent } from '#features/support/conversation-contract.ts';
import type { OrganizationContext } from '#server/context.ts';
import { conversations } from './conversation-tables.ts';

/** Writes down that everything up to a message has been on the visitor's screen: it is not sent by email any more. */
export async function markVisitorRead(
  context: Pick<OrganizationContext, 'tx'>,
  id: string,
  seq: number,
): Promise<void> {
  await context.tx(async (tx) => {
    const [moved] = await tx.db
      .update(conversations)
      .set({ visitorReadSeq: sql`least(${seq}::integer, ${conversations.lastSeq})` })
      .where(
        and(
          eq(conversations.id, id),
          sql`${conversations.visitorReadSeq} < least(${seq}::integer, ${conversations.lastSeq})`,
        ),
      )
      .returning({ id: conversations.id });
    if (moved) tx.emit(conversationEvent, { id });
  });
}
