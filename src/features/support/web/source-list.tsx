import { Link } from '@tanstack/react-router';
import { FileText, Globe, MoreHorizontal, RefreshCw, X } from 'lucide-react';
import { usePages } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Ago, ShowMore } from '#web/ui/list-parts.tsx';
import { Menu, MenuItem } from '#web/ui/menu.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { importsApi, type Source, type SourceState } from '../imports-contract.ts';
import { forgetSource, readPageAgain } from './bring-in.ts';

const names: Record<SourceState, string> = {
  reading: 'Being read',
  read: 'Read',
  refused: 'Not taken',
  gone: 'Page gone',
};
const tones: Record<SourceState, Tone> = {
  reading: 'info',
  read: 'success',
  refused: 'danger',
  gone: 'warning',
};

/** Files and pages, newest first. */
export function SourceList() {
  const found = usePages(importsApi.endpoints.list, { query: { limit: '50' } });
  const rows = found.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <section aria-label="Files and pages">
      {found.isPending ? (
        <Loading label="Loading files and pages" className="divide-y divide-border">
          {['w-1/2', 'w-2/3', 'w-2/5'].map((width) => (
            <div key={width} className="space-y-2 px-5 py-4">
              <Skeleton className={`h-4 ${width}`} />
              <Skeleton className="w-40" />
            </div>
          ))}
        </Loading>
      ) : found.isError && rows.length === 0 ? (
        <ErrorState
          title="The list could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : rows.length === 0 ? (
        <EmptyState
          title="Nothing was brought in yet"
          text="Your price list, terms or help pages are a good beginning. What cannot be read is listed here with the reason."
        />
      ) : (
        <>
          <ul className="divide-y divide-border">
            {rows.map((source) => (
              <Row key={source.id} source={source} />
            ))}
          </ul>
          <ShowMore query={found} />
        </>
      )}
    </section>
  );
}

function Row({ source }: { source: Source }) {
  const mayWrite = useCan('support.write');
  const { id, kind, name, state, reason, article, createdAt, checkedAt } = source;
  const Icon = kind === 'page' ? Globe : FileText;
  return (
    <li data-source={id} className="flex items-start gap-3 px-5 py-3.5">
      <Icon size={16} aria-hidden className="mt-1 shrink-0 text-muted" />
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <p dir="auto" title={name} className="max-w-full truncate font-medium">
            {name}
          </p>
          <Badge tone={tones[state]}>{names[state]}</Badge>
        </div>
        {reason ? (
          <p dir="auto" className="mt-1 max-w-[68ch] text-sm break-words">
            {reason}
          </p>
        ) : null}
        <p className="mt-1 text-sm text-muted">
          {article ? (
            <>
              Article{' '}
              <Link
                to="."
                search={(before: Record<string, string>) => ({
                  ...before,
                  sources: undefined,
                  article: article.articleId,
                })}
                resetScroll={false}
                preload={false}
                dir="auto"
                className="link break-words"
              >
                {article.title}
              </Link>
              {' · '}
            </>
          ) : null}
          {checkedAt ? (article ? 'looked at ' : 'Looked at ') : article ? 'added ' : 'Added '}
          <Ago instant={checkedAt ?? createdAt} />
        </p>
      </div>
      {mayWrite ? (
        <Menu
          trigger={
            <IconButton label={`More for ${name}`} className="-mt-1.5">
              <MoreHorizontal size={17} aria-hidden />
            </IconButton>
          }
        >
          {kind === 'page' ? (
            <MenuItem onSelect={() => void readPageAgain(source)}>
              <RefreshCw size={15} aria-hidden />
              Read again now
            </MenuItem>
          ) : null}
          <MenuItem onSelect={() => void forgetSource(source)}>
            <X size={15} aria-hidden />
            Remove from the list
          </MenuItem>
        </Menu>
      ) : null}
    </li>
  );
}
