import { and, eq, sql } from 'drizzle-orm';
import type { widgetApi } from '#features/support/widget-contract.ts';
import type { LinkContext } from '#server/context.ts';
import { tokenHash } from '#server/ids.ts';
import type { Input, Output } from '#shared/endpoint.ts';
import { notFound } from '#shared/errors.ts';
import { conversationMessages, conversations } from './conversation-tables.ts';
import { present } from './read-articles.ts';
import { articles } from './tables.ts';
import { openDoor, refusePage } from './widget-door.ts';

type Endpoint = (typeof widgetApi)['endpoints']['article'];

/** A published article, for a visitor to whom an answer has cited it. @throws AppError not_found, origin_refused */
export async function readCitedArticle(
  context: LinkContext,
  { body }: Input<Endpoint>,
): Promise<Output<Endpoint>> {
  refusePage(context.origin, await openDoor(context), context.services.config);
  const cited = JSON.stringify([{ articleId: body.articleId }]);
  const [row] = await context.db
    .select({ title: articles.title, body: articles.body })
    .from(conversations)
    .innerJoin(
      conversationMessages,
      and(
        eq(conversationMessages.conversationId, conversations.id),
        sql`${conversationMessages.citations} @> ${cited}::jsonb`,
      ),
    )
    .innerJoin(articles, and(eq(articles.id, body.articleId), eq(articles.state, 'published'), present))
    .where(eq(conversations.tokenHash, tokenHash(context.token)))
    .limit(1);
  if (!row) throw notFound('article');
  return row;
}
