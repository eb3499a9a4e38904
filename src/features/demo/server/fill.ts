import { inArray } from 'drizzle-orm';
import { demoSignIns } from '#features/auth/server/public.ts';
import { deletedMessages, messages } from '#features/mail/server/tables.ts';
import { users } from '#features/organization/server/tables.ts';
import type { Hub } from '#server/hub.ts';
import { tokenHash } from '#server/ids.ts';
import type { Conversation } from './conversation.ts';
import { ensureDemoOrganization } from './demo-organization.ts';
import { firstMessageId, replayConversation } from './replay.ts';

/**
 * Fills an empty installation with the demo tenant and prints its sign-ins. Every conversation is one transaction and is
 * recognised by its first Message-ID, also when its lead was deleted since: a start that was killed half-way is
 * completed by the next one, and nothing comes twice. An installation with other tenants and no demo stays as it is.
 */
export async function fillDemo(hub: Hub, print: (line: string) => void): Promise<void> {
  const now = hub.services.clock.now();
  const organizationId = await ensureDemoOrganization(hub, now);
  if (organizationId === null) return;
  try {
    await fillSamples(hub, organizationId, now);
  } catch (error) {
    // The hub is of use without its samples; the next start tries again.
    hub.log.error({ err: error }, 'the demo tenant could not be filled');
  }
  for (const { role, email, password } of demoSignIns) {
    print(`Demo sign-in (${role}): ${email} / ${password}`);
  }
}

async function fillSamples(hub: Hub, organizationId: string, now: Date): Promise<void> {
  // Loaded here, so that a start without demo mode does not hold so much text.
  const { conversations } = await import('./leads/index.ts');
  const missing = await missingOf(hub, organizationId, conversations);
  const rows = await hub.database
    .forOrganization(organizationId)
    .db.select({ id: users.id, email: users.email })
    .from(users)
    .where(
      inArray(
        users.email,
        demoSignIns.map(({ email }) => email),
      ),
    );
  const userIds = new Map(rows.map(({ id, email }) => [email, id]));
  const { fillPosts } = await import('./fill-posts.ts');
  await fillPosts(hub, organizationId, userIds, now);
  const { fillProspects } = await import('./prospects-fill.ts');
  await fillProspects(hub, organizationId, now);
  const { fillArticles } = await import('./articles-fill.ts');
  await fillArticles(hub, organizationId, now);
  const { fillChats } = await import('./chats-fill.ts');
  await fillChats(hub, organizationId, now);
  for (const conversation of missing) {
    await replayConversation({ hub, organizationId, userIds, now }, conversation);
  }
}

/** The conversations of which no mail was ever taken in. */
async function missingOf(
  hub: Hub,
  organizationId: string,
  conversations: readonly Conversation[],
): Promise<Conversation[]> {
  const { db } = hub.database.forOrganization(organizationId);
  const ids = conversations.map(firstMessageId);
  const stored = await db
    .select({ id: messages.messageId })
    .from(messages)
    .where(inArray(messages.messageId, ids));
  const deleted = await db
    .select({ hash: deletedMessages.idHash })
    .from(deletedMessages)
    .where(inArray(deletedMessages.idHash, ids.map(tokenHash)));
  const known = new Set([...stored.map(({ id }) => id), ...deleted.map(({ hash }) => hash)]);
  return conversations.filter((one) => {
    const id = firstMessageId(one);
    return !known.has(id) && !known.has(tokenHash(id));
  });
}
