import { lazy, Suspense } from 'react';
import { useAddress, useCloseOpened } from '#web/address.ts';
import { figure } from '#web/lib/figure.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { usePreload } from '#web/use-preload.ts';
import { conversationApi } from '../conversation-contract.ts';
import { knowledgeApi } from '../knowledge-contract.ts';
import { InboxView } from './inbox-view.tsx';
import { viewOf } from './support-view.ts';

const loadArticle = () => import('./article-dialog.tsx');
const loadAsk = () => import('./ask-dialog.tsx');
const ArticleDialog = lazy(async () => ({ default: (await loadArticle()).ArticleDialog }));
const AskDialog = lazy(async () => ({ default: (await loadAsk()).AskDialog }));
const SourcesDialog = lazy(async () => ({ default: (await import('./sources-dialog.tsx')).SourcesDialog }));
const SynonymsDialog = lazy(async () => ({
  default: (await import('./synonyms-dialog.tsx')).SynonymsDialog,
}));
const ArticlesView = lazy(async () => ({ default: (await import('./articles-view.tsx')).ArticlesView }));
const WidgetView = lazy(async () => ({ default: (await import('./widget-view.tsx')).WidgetView }));
const QuestionsView = lazy(async () => ({ default: (await import('./questions-view.tsx')).QuestionsView }));

/** Support in its views; the address holds view, filters, and what is open over them. */
export function Screen() {
  const { params, set } = useAddress();
  const mayWrite = useCan('support.write');
  const close = useCloseOpened('article', 'question', 'synonyms', 'sources', 'ask');
  const open = useEndpoint(knowledgeApi.endpoints.overview).data?.openQuestions ?? 0;
  const waiting = useEndpoint(conversationApi.endpoints.counts).data?.waiting ?? 0;
  const view = viewOf(params);
  usePreload([loadArticle, loadAsk]);

  const views = [
    { key: 'inbox', name: 'Inbox', mark: waiting > 0 ? <Count count={waiting} /> : null },
    { key: 'knowledge', name: 'Knowledge' },
    { key: 'questions', name: 'Questions', mark: open > 0 ? <Count count={open} /> : null },
    { key: 'widget', name: 'Widget' },
  ];
  return (
    <>
      <h1 className="sr-only">Support</h1>
      <Tabs
        label="Support"
        tabs={views}
        current={view}
        onSelect={(key) =>
          set({
            view: key === 'inbox' ? undefined : key,
            search: undefined,
            state: undefined,
            inbox: undefined,
            conversation: undefined,
          })
        }
      >
        <Suspense
          fallback={
            <Loading label="Loading">
              <Skeleton className="h-9 w-2/3 rounded-md" />
            </Loading>
          }
        >
          {view === 'inbox' ? <InboxView /> : null}
          {view === 'knowledge' ? <ArticlesView /> : null}
          {view === 'questions' ? <QuestionsView /> : null}
          {view === 'widget' ? <WidgetView /> : null}
        </Suspense>
      </Tabs>
      <Suspense fallback={null}>
        {params.article ? (
          <ArticleDialog
            key={`${params.article} ${params.question ?? ''}`}
            id={params.article}
            questionId={params.question ?? null}
            onClose={close}
          />
        ) : null}
        {params.synonyms ? <SynonymsDialog onClose={close} /> : null}
        {params.sources ? <SourcesDialog onClose={close} /> : null}
        {params.ask && mayWrite ? <AskDialog onClose={close} /> : null}
      </Suspense>
    </>
  );
}

function Count({ count }: { count: number }) {
  return (
    <span className="figures ml-1 rounded-full bg-theme-quiet px-1.5 text-xs leading-5 text-theme">
      {figure(count)}
    </span>
  );
}
