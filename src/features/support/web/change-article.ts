import { call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { type Article, type ArticleState, knowledgeApi } from '../knowledge-contract.ts';
import { knowledgeQueries } from './knowledge-queries.ts';

const { setState, remove, undelete } = knowledgeApi.endpoints;

function failed(title: string, error: unknown): void {
  toast({ title, description: messageOf(error, 'Try again in a moment.'), tone: 'danger' });
}

/** Publishes an article or takes it back. Null when it was not done. */
export async function changeState(id: string, state: ArticleState): Promise<Article | null> {
  try {
    const changed = await call(setState, { params: { articleId: id }, body: { state } });
    toast(
      state === 'published'
        ? { title: 'Article published', description: 'The agent answers from it from now on.' }
        : { title: 'Article taken back', description: 'It is a draft again; the agent does not use it.' },
    );
    return changed;
  } catch (error) {
    failed(state === 'published' ? 'The article was not published' : 'The article was not taken back', error);
    return null;
  } finally {
    await refresh(knowledgeQueries);
  }
}

/** Deletes an article, which can be undone for some seconds. True when it was done. */
export async function deleteArticle({ id, title }: Pick<Article, 'id' | 'title'>): Promise<boolean> {
  try {
    await call(remove, { params: { articleId: id } });
    toast({
      title: 'Article deleted',
      description: title,
      durationMs: 10_000,
      action: {
        label: 'Undo',
        run: async () => {
          try {
            await call(undelete, { params: { articleId: id } });
            await refresh(knowledgeQueries);
          } catch (error) {
            failed('This was not undone', error);
          }
        },
      },
    });
    return true;
  } catch (error) {
    failed('The article was not deleted', error);
    return false;
  } finally {
    await refresh(knowledgeQueries.filter((endpoint) => endpoint !== knowledgeApi.endpoints.read));
  }
}
