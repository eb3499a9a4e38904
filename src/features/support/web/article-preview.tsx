import { useState } from 'react';
import { shortDateTime } from '#web/lib/dates.ts';
import { useEndpoint } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import {
  type Article,
  type ArticleVersion,
  type ArticleVersionRow,
  knowledgeApi,
} from '../knowledge-contract.ts';
import { MarkdownView } from './markdown-view.tsx';

interface ArticlePreviewProps {
  title: string;
  body: string;
  article: Article | null;
  /** Puts an earlier text into the editor. */
  onUse: (version: ArticleVersion) => void;
}

/** How the article reads, and the texts that it had before. */
export function ArticlePreview({ title, body, article, onUse }: ArticlePreviewProps) {
  const [version, setVersion] = useState<number | null>(null);
  if (article && version !== null)
    return (
      <EarlierText
        articleId={article.id}
        version={version}
        onUse={(text) => {
          setVersion(null);
          onUse(text);
        }}
        onBack={() => setVersion(null)}
      />
    );
  return (
    <>
      <section aria-label="Preview" className="panel p-5">
        <p dir="auto" className="text-xl font-semibold tracking-tight break-words">
          {title.trim() || 'Title'}
        </p>
        <div dir="auto" className="mt-3 max-w-[72ch]">
          {body.trim() ? <MarkdownView text={body} /> : <p className="text-muted">The text shows here.</p>}
        </div>
      </section>
      {article && article.version > 1 ? (
        <Versions articleId={article.id} version={article.version} onShow={setVersion} />
      ) : null}
    </>
  );
}

function VersionLine({ row: { savedAt, savedBy } }: { row: ArticleVersionRow }) {
  const zone = useZone();
  return (
    <span className="min-w-0 truncate">
      <time dateTime={savedAt} className="figures">
        {shortDateTime(savedAt, zone)}
      </time>
      <span className="text-muted" dir="auto">
        {' '}
        by {savedBy}
      </span>
    </span>
  );
}

interface VersionsProps {
  articleId: string;
  /** The current one: the list is read again when it has changed. */
  version: number;
  onShow: (version: number) => void;
}

function Versions({ articleId, version, onShow }: VersionsProps) {
  const found = useEndpoint(knowledgeApi.endpoints.versions, { params: { articleId } });
  return (
    <section aria-label="Earlier texts" className="mt-6">
      <h3 className="mb-2 font-semibold">Earlier texts</h3>
      {found.data ? (
        <ul key={version} className="panel divide-y divide-border">
          {found.data.map((row) => (
            <li key={row.version} className="flex items-center justify-between gap-3 py-1 pr-1 pl-4">
              <VersionLine row={row} />
              <Button look="quiet" onClick={() => onShow(row.version)}>
                Look
                <span className="sr-only"> at the text of version {row.version}</span>
              </Button>
            </li>
          ))}
        </ul>
      ) : found.error ? (
        <ErrorState
          title="The earlier texts could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Loading label="Loading earlier texts">
          <Skeleton className="h-11 rounded-lg" />
        </Loading>
      )}
    </section>
  );
}

interface EarlierTextProps {
  articleId: string;
  version: number;
  onUse: (version: ArticleVersion) => void;
  onBack: () => void;
}

function EarlierText({ articleId, version, onUse, onBack }: EarlierTextProps) {
  const found = useEndpoint(knowledgeApi.endpoints.readVersion, {
    params: { articleId, version: String(version) },
  });
  const { data } = found;
  return (
    <section aria-label="Earlier text">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        {data ? <VersionLine row={data} /> : <span />}
        <div className="flex gap-2">
          <Button onClick={onBack}>Back</Button>
          {data ? <Button onClick={() => onUse(data)}>Use this text</Button> : null}
        </div>
      </div>
      {data ? (
        <div className="panel p-5">
          <p dir="auto" className="text-xl font-semibold tracking-tight break-words">
            {data.title}
          </p>
          <div dir="auto" className="mt-3 max-w-[72ch]">
            <MarkdownView text={data.body} />
          </div>
        </div>
      ) : found.error ? (
        <ErrorState
          title="The earlier text could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Loading label="Loading the earlier text">
          <Skeleton className="h-40 rounded-lg" />
        </Loading>
      )}
    </section>
  );
}
