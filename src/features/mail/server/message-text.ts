import type { Transaction } from '#server/db/database.ts';
import { searchText } from '#server/search.ts';
import { messageSearch } from './tables.ts';

/** Longest text of one message that search looks in, in characters: more would make its index grow without use. */
const searchedLength = 50_000;

/** Keeps what search looks in when messages are searched as well: the subject and what the writer wrote, no history. */
export async function rememberText(
  tx: Transaction,
  messageId: string,
  subject: string,
  content: string,
): Promise<void> {
  // The marker keeps a text from being found that runs over both.
  const text = searchText(`${subject}\u0001${content}`.slice(0, searchedLength)).toWellFormed();
  await tx.db.insert(messageSearch).values({ messageId, searchText: text });
}
