import { FileInput, MessageCircleQuestion, MoreHorizontal, Plus, Replace } from 'lucide-react';
import { useAddress } from '#web/address.ts';
import { type LongList, useLongList } from '#web/long-list.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ShowNewest } from '#web/ui/list-parts.tsx';
import { CountAndActions, FilterSelect } from '#web/ui/list-tools.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { useRowKeys } from '#web/ui/use-row-keys.ts';
import { useKeys } from '#web/use-keys.ts';
import { type ArticleRow, articleState, articleStates, knowledgeApi } from '../knowledge-contract.ts';
import { ArticleList, ArticleListSkeleton } from './article-list.tsx';
import { articleStateNames } from './article-words.ts';
import { useOpenSupport } from './use-open-support.ts';

const articleList: LongList<ArticleRow> = {
  endpoint: knowledgeApi.endpoints.list,
  idOf: ({ id }) => id,
  filter: { param: 'state', valueOf: ({ state }) => state },
};

const states = [
  { value: '', label: 'All states' },
  ...articleStates.map((state) => ({ value: state, label: articleStateNames[state] })),
];

/** The articles that the agent answers from, last changed first. */
export function ArticlesView() {
  const { params, set } = useAddress();
  const mayWrite = useCan('support.write');
  const open = useOpenSupport();
  const { searchBox, list } = useRowKeys('article');
  const search = (params.search ?? '').slice(0, 200);
  const asked = articleState.safeParse(params.state);
  const state = asked.success ? asked.data : null;
  const { query, rows, matching, outdated, showNewest } = useLongList(articleList, {
    limit: '100',
    search,
    ...(state ? { state } : {}),
  });
  const counts = useEndpoint(knowledgeApi.endpoints.overview).data;
  const change = (patch: Record<string, string | undefined>) => set(patch, { replace: true });
  const write = () => open({ article: 'new' });
  useKeys(mayWrite ? { n: write } : {});
  const isFiltered = search !== '' || state !== null;

  if (!isFiltered && query.isSuccess && rows.length === 0)
    return (
      <div className="panel">
        <FirstTime onWrite={mayWrite ? write : null} onBring={() => open({ sources: '1' })} />
      </div>
    );
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <SearchField
          label="Search articles"
          placeholder="Search articles"
          value={search}
          onSearch={(text) => change({ search: text || undefined })}
          box={searchBox}
        />
        <FilterSelect
          label="State"
          value={state ?? ''}
          options={states}
          onChange={(value) => change({ state: value || undefined })}
        />
        <CountAndActions
          matching={matching}
          total={counts?.articles ?? null}
          of="articles"
          wraps
          actions={mayWrite ? <Actions onWrite={write} /> : null}
        />
      </div>
      <ShowNewest shown={outdated} text="Articles have changed. Show the newest" onShow={showNewest} />
      <div
        ref={list}
        className={cx('panel', query.isPlaceholderData && 'opacity-60')}
        aria-busy={query.isPlaceholderData}
      >
        {query.isPending ? (
          <ArticleListSkeleton />
        ) : query.isError && rows.length === 0 ? (
          <ErrorState
            title="The articles could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : rows.length > 0 ? (
          <ArticleList rows={rows} query={query} total={matching ?? rows.length} />
        ) : (
          <EmptyState
            title="No articles found"
            text={
              <p className="break-words">
                There is no {state ? `${articleStateNames[state].toLowerCase()} ` : ''}article
                {search ? ` with “${search}” in its title` : ''}.
              </p>
            }
            actions={
              <Button onClick={() => change({ search: undefined, state: undefined })}>
                Clear all filters
              </Button>
            }
          />
        )}
      </div>
    </>
  );
}

function Actions({ onWrite }: { onWrite: () => void }) {
  const open = useOpenSupport();
  return (
    <>
      <Button onClick={() => open({ ask: '1' })}>
        <MessageCircleQuestion size={16} aria-hidden />
        Try a question
      </Button>
      <Menu
        trigger={
          <IconButton label="More about the knowledge base">
            <MoreHorizontal size={17} aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => open({ sources: '1' })}>
          <FileInput size={15} aria-hidden />
          Files and pages
        </MenuItem>
        <MenuItem onSelect={() => open({ synonyms: '1' })}>
          <Replace size={15} aria-hidden />
          Words that mean the same
        </MenuItem>
      </Menu>
      <Button look="primary" onClick={onWrite}>
        <Plus size={16} aria-hidden />
        New article
      </Button>
    </>
  );
}

function FirstTime({ onWrite, onBring }: { onWrite: (() => void) | null; onBring: () => void }) {
  return (
    <EmptyState
      title="No articles yet"
      text={
        <p>
          The agent answers your visitors from your own articles, word by word, and says when none fits.
          {onWrite
            ? ' Begin with the three questions that you are asked most; one article for each is enough.'
            : ' Someone who may change the knowledge base writes the first one.'}
        </p>
      }
      actions={
        onWrite ? (
          <>
            <Button look="primary" onClick={onWrite}>
              Write the first article
            </Button>
            <Button onClick={onBring}>Bring in files or pages</Button>
          </>
        ) : null
      }
    />
  );
}
