import { memo } from 'react';
import { Badge } from '#web/ui/badge.tsx';
import { Ago, RowLink } from '#web/ui/list-parts.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { rowStyle } from '#web/ui/use-window-rows.ts';
import { type TablePlace, type WindowRows, WindowTable, WindowTableSkeleton } from '#web/ui/window-table.tsx';
import type { ArticleRow } from '../knowledge-contract.ts';
import { articleStateNames, articleStateTones } from './article-words.ts';

/** Pixels of a row, and of a card. */
const heights = { row: 48, card: 72 };
const columns = 'grid grid-cols-[minmax(0,1fr)_112px_minmax(0,180px)_112px] items-center gap-4 px-4';

/** Two thousand articles as a table, or as cards under 768 px: only what is seen is in the page. */
export function ArticleList(list: WindowRows<ArticleRow>) {
  return (
    <WindowTable
      label="Articles"
      of="articles"
      columns={columns}
      heights={heights}
      {...list}
      head={
        <>
          <th scope="col">Article</th>
          <th scope="col">State</th>
          <th scope="col">Changed by</th>
          <th scope="col" className="text-right">
            Changed
          </th>
        </>
      }
    >
      {(article, place, narrow) =>
        narrow ? (
          <Card key={article.id} {...place} article={article} />
        ) : (
          <Row key={article.id} {...place} article={article} />
        )
      }
    </WindowTable>
  );
}

interface Placed extends TablePlace {
  article: ArticleRow;
}

function State({ article: { state } }: { article: ArticleRow }) {
  return <Badge tone={articleStateTones[state]}>{articleStateNames[state]}</Badge>;
}

const Row = memo(function Row({ article, index, top, height }: Placed) {
  const { id, title, updatedBy, updatedAt } = article;
  return (
    <tr
      aria-rowindex={index}
      style={rowStyle({ top, height })}
      className={`${columns} border-b border-border last:border-b-0 hover:bg-hover`}
    >
      <td className="min-w-0">
        <RowLink param="article" id={id} name={title} />
      </td>
      <td>
        <State article={article} />
      </td>
      <td dir="auto" title={updatedBy} className="truncate text-left text-muted">
        {updatedBy}
      </td>
      <td className="text-right text-muted">
        <Ago instant={updatedAt} />
      </td>
    </tr>
  );
});

const Card = memo(function Card({ article, index, top, height }: Placed) {
  const { id, title, updatedBy, updatedAt } = article;
  return (
    <tr
      aria-rowindex={index}
      style={rowStyle({ top, height })}
      className="block border-b border-border last:border-b-0 active:bg-hover"
    >
      <td className="flex h-full flex-col justify-center gap-1 px-4">
        <div className="flex items-center justify-between gap-3">
          <span className="min-w-0">
            <RowLink param="article" id={id} name={title} />
          </span>
          <State article={article} />
        </div>
        <div className="flex items-center justify-between gap-3 text-sm text-muted">
          <span dir="auto" className="truncate">
            {updatedBy}
          </span>
          <Ago instant={updatedAt} />
        </div>
      </td>
    </tr>
  );
});

/** Rows in their final place before they are there. */
export function ArticleListSkeleton() {
  return (
    <WindowTableSkeleton label="Loading articles" row={`${columns} h-18 md:h-12`} count={7}>
      {(width) => (
        <>
          <Skeleton className={width} />
          <Skeleton className="h-5 w-18 rounded-full max-md:ml-auto" />
          <Skeleton className="hidden w-2/3 md:block" />
          <Skeleton className="ml-auto hidden w-16 md:block" />
        </>
      )}
    </WindowTableSkeleton>
  );
}
