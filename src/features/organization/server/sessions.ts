import { and, eq, ne } from 'drizzle-orm';
import type { Transaction } from '#server/db/database.ts';
import { newId, newToken, tokenHash } from '#server/ids.ts';
import { accountTokens, sessions } from './tables.ts';

export interface Client {
  address: string;
  userAgent: string | null;
}

/** Starts a session; gives the token, which only the caller ever sees. */
export async function startSession(
  tx: Transaction,
  user: { organizationId: string; userId: string },
  client: Client,
): Promise<string> {
  const token = newToken('hub', user.organizationId);
  await tx.db.insert(sessions).values({
    id: newId(),
    organizationId: user.organizationId,
    userId: user.userId,
    tokenHash: tokenHash(token),
    address: client.address,
    userAgent: client.userAgent,
  });
  return token;
}

/** Ends one session: REST at once, its sockets on commit. */
export async function endSession(
  tx: Transaction,
  organizationId: string,
  sessionId: string,
  userId: string,
): Promise<boolean> {
  const ended = await tx.db
    .delete(sessions)
    .where(
      and(
        eq(sessions.organizationId, organizationId),
        eq(sessions.id, sessionId),
        eq(sessions.userId, userId),
      ),
    )
    .returning({ id: sessions.id });
  tx.notify({ kind: 'session', o: organizationId, session: sessionId });
  return ended.length > 0;
}

/** Ends all sessions and reset links of a user, but for one session that goes on (contract section 4). */
export async function endSessionsOf(
  tx: Transaction,
  organizationId: string,
  userId: string,
  except: string | null,
): Promise<void> {
  const own = and(eq(sessions.organizationId, organizationId), eq(sessions.userId, userId));
  await tx.db.delete(sessions).where(except === null ? own : and(own, ne(sessions.id, except)));
  await tx.db
    .delete(accountTokens)
    .where(and(eq(accountTokens.organizationId, organizationId), eq(accountTokens.userId, userId)));
  tx.notify({ kind: 'session', o: organizationId, user: userId, except });
}
