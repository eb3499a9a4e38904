import { useEndpoint } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { knowledgeApi } from '../knowledge-contract.ts';
import { questionsApi } from '../questions-contract.ts';
import { ArticleEditor } from './article-editor.tsx';
import { ArticleReader } from './article-reader.tsx';

interface ArticleDialogProps {
  /** Of an article; 'new' for a new one. */
  id: string;
  /** The question of visitors that a new article is to answer. */
  questionId: string | null;
  onClose: () => void;
}

/** An article: to write for who may, else to read. */
export function ArticleDialog({ id, questionId, onClose }: ArticleDialogProps) {
  const mayWrite = useCan('support.write');
  const isNew = id === 'new';
  const wants = isNew && questionId !== null && mayWrite;
  const found = useEndpoint(knowledgeApi.endpoints.read, { params: { articleId: id } }, { enabled: !isNew });
  const proposed = useEndpoint(
    questionsApi.endpoints.propose,
    { params: { questionId: questionId ?? '' } },
    { enabled: wants },
  );
  const article = found.data;
  if (isNew && mayWrite && (!wants || proposed.data))
    return <ArticleEditor article={null} proposal={proposed.data ?? null} {...{ questionId, onClose }} />;
  if (article)
    return mayWrite ? (
      <ArticleEditor key={article.id} article={article} proposal={null} questionId={null} onClose={onClose} />
    ) : (
      <ArticleReader article={article} onClose={onClose} />
    );
  const query = wants ? proposed : found;
  return (
    <Dialog open onClose={onClose} title={isNew ? 'New article' : 'Article'} size="wide">
      {isNew && !mayWrite ? (
        <EmptyState title="You may read articles, but not write them" />
      ) : query.error?.status === 404 ? (
        <EmptyState
          title={wants ? 'This question is not there' : 'This article is not there'}
          text="It was deleted, or the address is not right."
        />
      ) : query.error ? (
        <ErrorState
          title={wants ? 'The question could not be loaded' : 'The article could not be loaded'}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Loading label="Loading the article" className="space-y-3 p-5">
          <Skeleton className="h-9 w-1/2 rounded-md" />
          <Skeleton className="h-64 rounded-lg" />
        </Loading>
      )}
    </Dialog>
  );
}
