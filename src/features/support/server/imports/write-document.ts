import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Tx } from '#server/context.ts';
import { createDraft, saveText } from '../articles.ts';
import { present } from '../read-articles.ts';
import type { sources } from '../source-tables.ts';
import { articles } from '../tables.ts';
import type { ReadDocument } from './document-refused.ts';

type Source = typeof sources.$inferSelect;
export type Written = Partial<
  Pick<Source, 'state' | 'reason' | 'articleId' | 'articleVersion' | 'digest' | 'changedAt'>
>;

/** Recognises a text that was read before. */
export function digestOf({ title, body }: ReadDocument): string {
  return createHash('sha256')
    .update(JSON.stringify([title, body]))
    .digest('base64url');
}

/**
 * Writes what was read into the article of its source, or into a new draft; unchanged text is not written, and what a
 * person edited or deleted since is left alone. Returns what the source is from now on.
 */
export async function writeDocument(
  tx: Tx,
  source: Source,
  read: ReadDocument,
  { actor, now }: { actor: string; now: Date },
): Promise<Written> {
  const digest = digestOf(read);
  if (source.articleId === null) {
    const { id, version } = await createDraft(tx, { ...read, actor, now });
    return { state: 'read', reason: null, articleId: id, articleVersion: version, digest, changedAt: now };
  }
  if (source.digest === digest) return { state: 'read', reason: null };
  const [article] = await tx.db
    .select()
    .from(articles)
    .where(and(eq(articles.id, source.articleId), present))
    .for('update');
  if (!article)
    return {
      state: 'read',
      reason:
        'The page has changed, but its article was deleted here. Remove the page, or bring it in again.',
    };
  if (article.version !== source.articleVersion)
    return {
      state: 'read',
      reason: 'The page has changed, but its article was edited here. Compare the two and edit it by hand.',
    };
  const version = await saveText(tx, article, { ...read, actor, now });
  return { state: 'read', reason: null, articleVersion: version, digest, changedAt: now };
}
