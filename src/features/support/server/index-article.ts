import { eq } from 'drizzle-orm';
import type { Tx } from '#server/context.ts';
import { statement } from '#server/db/statement.ts';
import { newId } from '#server/ids.ts';
import { splitPassages, withoutOrders } from './split-passages.ts';
import { articles, passages } from './tables.ts';

/** Words as the database's text search stems them; those of the title are counted with those of the text. */
const indexTerms = statement(
  'support.index-terms',
  `insert into support_terms (organization_id, lexeme, passage_id, count, in_title)
   select $1, t.lexeme, p.id, array_length(t.positions, 1), 'A' = any(t.weights)
   from support_passages p, unnest(setweight(to_tsvector('english', p.title), 'A') || setweight(to_tsvector('english', p.text), 'B')) t
   where p.organization_id = $1 and p.article_id = $2`,
  { prepare: false },
);
const measure = statement(
  'support.measure',
  `update support_passages p set length = (
     select coalesce(sum(t.count), 0)::int from support_terms t where t.organization_id = $1 and t.passage_id = p.id
   ) where p.organization_id = $1 and p.article_id = $2`,
  { prepare: false },
);

/** Cuts an article into passages and notes their words, in place of those that were there. */
export async function indexArticle(tx: Tx, articleId: string): Promise<void> {
  const [article] = await tx.db.select().from(articles).where(eq(articles.id, articleId));
  await tx.db.delete(passages).where(eq(passages.articleId, articleId));
  if (!article) return;
  const pieces = splitPassages(article.body);
  if (pieces.length === 0) return;
  const title = withoutOrders(article.title);
  await tx.db.insert(passages).values(
    pieces.map(({ heading, text }, ordinal) => ({
      id: newId(),
      articleId,
      ordinal,
      title: [title, heading].filter((part) => part !== '').join(': '),
      text,
      length: 0,
    })),
  );
  await tx.run(indexTerms, [articleId]);
  await tx.run(measure, [articleId]);
}
