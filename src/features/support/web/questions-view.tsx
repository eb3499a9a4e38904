import { Link } from '@tanstack/react-router';
import { useAddress } from '#web/address.ts';
import { call, messageOf } from '#web/api.ts';
import { figure } from '#web/lib/figure.ts';
import { type LongList, useLongList } from '#web/long-list.ts';
import { refresh } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Ago, ShowMore } from '#web/ui/list-parts.tsx';
import { CountAndActions, FilterSelect } from '#web/ui/list-tools.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { useRowKeys } from '#web/ui/use-row-keys.ts';
import {
  type Question,
  type QuestionState,
  questionState,
  questionStates,
  questionsApi,
} from '../questions-contract.ts';
import { questionStateNames } from './article-words.ts';
import { knowledgeQueries } from './knowledge-queries.ts';
import { useOpenSupport } from './use-open-support.ts';

const questionList: LongList<Question> = {
  endpoint: questionsApi.endpoints.list,
  idOf: ({ id }) => id,
  filter: { param: 'state', valueOf: ({ state }) => state },
};

const states = questionStates.map((state) => ({ value: state, label: questionStateNames[state] }));

/** What visitors asked that no article answered, the most often asked first. */
export function QuestionsView() {
  const { params, set } = useAddress();
  const { searchBox, list } = useRowKeys('question');
  const search = (params.search ?? '').slice(0, 200);
  const asked = questionState.safeParse(params.state);
  const state = asked.success ? asked.data : 'open';
  const { query, rows, matching } = useLongList(questionList, { limit: '50', search, state });
  const change = (patch: Record<string, string | undefined>) => set(patch, { replace: true });

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchField
          label="Search questions"
          placeholder="Search questions"
          value={search}
          onSearch={(text) => change({ search: text || undefined })}
          box={searchBox}
        />
        <FilterSelect
          label="State"
          value={state}
          options={states}
          onChange={(value) => change({ state: value === 'open' ? undefined : value })}
        />
        <CountAndActions matching={matching} total={null} of="questions" one="question" actions={null} />
      </div>
      <div ref={list} className="panel" aria-busy={query.isPlaceholderData}>
        {query.isPending ? (
          <Loading label="Loading questions" className="divide-y divide-border">
            {['w-3/5', 'w-2/5', 'w-1/2'].map((width) => (
              <div key={width} className="space-y-2 px-4 py-4">
                <Skeleton className={`h-4 ${width}`} />
                <Skeleton className="w-40" />
              </div>
            ))}
          </Loading>
        ) : query.isError && rows.length === 0 ? (
          <ErrorState
            title="The questions could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : rows.length > 0 ? (
          <>
            <ul className="divide-y divide-border">
              {rows.map((row) => (
                <Row key={row.id} row={row} />
              ))}
            </ul>
            <ShowMore query={query} />
          </>
        ) : (
          <Nothing
            search={search}
            state={state}
            onClear={() => change({ search: undefined, state: undefined })}
          />
        )}
      </div>
    </>
  );
}

function Nothing({ search, state, onClear }: { search: string; state: QuestionState; onClear: () => void }) {
  if (search === '' && state === 'open')
    return (
      <EmptyState
        title="No open questions"
        text="What a visitor asks and no article answers is listed here, the most often asked first. Each becomes an article with one press."
      />
    );
  return (
    <EmptyState
      title="No questions found"
      text={
        <p className="break-words">
          There is no question in the state {questionStateNames[state]}
          {search ? ` with “${search}”` : ''}.
        </p>
      }
      actions={<Button onClick={onClear}>Clear all filters</Button>}
    />
  );
}

/** Dismisses a question or puts it back. True when it was done. */
async function move({ id }: Question, state: 'open' | 'dismissed'): Promise<boolean> {
  try {
    await call(questionsApi.endpoints.setState, { params: { questionId: id }, body: { state } });
    return true;
  } catch (error) {
    toast({
      title: state === 'open' ? 'The question was not put back' : 'The question was not dismissed',
      description: messageOf(error, 'Try again in a moment.'),
      tone: 'danger',
    });
    return false;
  } finally {
    await refresh(knowledgeQueries);
  }
}

function Row({ row }: { row: Question }) {
  const mayWrite = useCan('support.write');
  const open = useOpenSupport();
  const { id, question, count, lastAskedAt, state, article } = row;

  async function dismiss(): Promise<void> {
    if (!(await move(row, 'dismissed'))) return;
    toast({
      title: 'Question dismissed',
      description: question,
      durationMs: 10_000,
      action: { label: 'Undo', run: () => void move(row, 'open') },
    });
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3.5">
      <div className="min-w-0 grow basis-72">
        <p dir="auto" className="font-medium break-words">
          {question}
        </p>
        <p className="figures mt-0.5 text-sm text-muted">
          Asked {timesWord(count)}, last <Ago instant={lastAskedAt} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:flex-row-reverse">
        {article ? (
          <Link
            to="."
            search={(before: Record<string, string>) => ({ ...before, article: article.articleId })}
            state={{ fromList: true }}
            resetScroll={false}
            preload={false}
            dir="auto"
            className="link max-w-64 truncate"
          >
            {article.title}
          </Link>
        ) : null}
        {mayWrite && state === 'open' ? (
          <Button look="quiet" aria-label={`Dismiss: ${question}`} onClick={() => void dismiss()}>
            Dismiss
          </Button>
        ) : null}
        {mayWrite && state === 'dismissed' ? (
          <Button look="quiet" aria-label={`Put back: ${question}`} onClick={() => void move(row, 'open')}>
            Put back
          </Button>
        ) : null}
        {mayWrite && !article ? (
          <Button data-question={id} onClick={() => open({ article: 'new', question: id })}>
            Write an article
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function timesWord(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${figure(count)} times`;
}
