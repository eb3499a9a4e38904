import { indexArticle, recordUnanswered, stemGroups } from '#features/support/server/public.ts';
import { articles, synonyms } from '#features/support/server/tables.ts';
import type { Hub } from '#server/hub.ts';
import { newId } from '#server/ids.ts';
import { jobContext } from '#server/organization-context.ts';
import { demoArticles, demoQuestions, demoSynonyms } from './articles.ts';
import type { Moment } from './conversation.ts';
import { instantAt } from './moment.ts';

const written: Moment = [20, '10:20'];
const asked: Moment = [1, '14:05'];

/** Gives the demo tenant its articles, in one transaction; one that ever had lines of synonyms gets none. */
export async function fillArticles(hub: Hub, organizationId: string, now: Date): Promise<void> {
  const context = jobContext(hub, organizationId);
  const groups = await stemGroups(context, demoSynonyms);
  await context.tx(async (tx) => {
    const marked = await tx.db.insert(synonyms).values({ groups }).onConflictDoNothing().returning();
    if (marked.length === 0) return;
    for (const [at, { title, body, isDraft = false }] of demoArticles.entries()) {
      const createdAt = new Date(instantAt(written, now).getTime() - at * 3_600_000);
      const id = newId();
      await tx.db.insert(articles).values({
        id,
        title,
        body,
        state: isDraft ? 'draft' : 'published',
        version: 1,
        createdBy: sampleAuthor,
        updatedBy: sampleAuthor,
        createdAt,
        updatedAt: createdAt,
        publishedAt: isDraft ? null : createdAt,
      });
      if (!isDraft) await indexArticle(tx, id);
    }
    for (const [question, times] of demoQuestions)
      for (let time = 0; time < times; time += 1)
        await recordUnanswered(tx, {
          question,
          at: new Date(instantAt(asked, now).getTime() - (times - time) * 5_400_000),
        });
  });
}

/** Marks them as samples wherever their author is shown. */
const sampleAuthor = 'Sample of AI Hub';
