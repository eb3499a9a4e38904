import { useState } from 'react';
import { exactDateTime, shortDateTime } from '#web/lib/dates.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan, useZone } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import type { PostDetails, PublishMode } from '../contract.ts';
import { type Delivery, publishingApi } from '../publishing-contract.ts';
import { sendAgain } from './post-actions.ts';

const outcomes: Readonly<Record<Delivery['outcome'], string>> = {
  pending: 'Being sent',
  published: 'Taken',
  refused: 'Not taken',
  unknown: 'No answer',
};
const ways: Readonly<Record<PublishMode, string>> = {
  by_hand: 'By hand',
  webhook: 'Automation webhook',
  direct: 'Directly',
};
const causes: Readonly<Record<Delivery['cause'], string>> = {
  person: 'Publish Now',
  schedule: 'scheduled',
  replay: 'sent again',
};

/** Every try to publish a post: when, how, what came of it and what the other side answered. */
export function DeliveryLog({ post }: { post: PostDetails }) {
  const log = useEndpoint(publishingApi.endpoints.deliveries, { params: { id: post.id } });
  if (log.error)
    return (
      <ErrorState
        title="The tries could not be loaded"
        error={log.error}
        onRetry={() => void log.refetch()}
      />
    );
  if (!log.data)
    return (
      <Loading label="Loading the tries" className="space-y-2">
        <Skeleton className="h-10" />
      </Loading>
    );
  if (log.data.length === 0) return <p className="text-muted">Nothing was sent yet.</p>;
  return (
    <ol className="divide-y divide-border rounded-md border border-border">
      {log.data.map((entry) => (
        <Try key={entry.id} entry={entry} post={post} />
      ))}
    </ol>
  );
}

function Try({ entry, post }: { entry: Delivery; post: PostDetails }) {
  const zone = useZone();
  const mayWrite = useCan('social.write');
  const [busy, setBusy] = useState(false);
  const { mode, cause, outcome, statusCode, reason, answer, startedAt, durationMs, actor } = entry;
  const facts = [
    ways[mode],
    actor ? `${causes[cause]} by ${actor}` : causes[cause],
    statusCode === null ? '' : `status ${statusCode}`,
    durationMs === null ? '' : `${(durationMs / 1000).toFixed(1)} s`,
  ].filter(Boolean);
  return (
    <li className="px-3.5 py-2.5">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-medium">{outcomes[outcome]}</span>
        <time dateTime={startedAt} title={exactDateTime(startedAt, zone)} className="text-sm text-muted">
          {shortDateTime(startedAt, zone)}
        </time>
      </p>
      <p className="text-sm text-muted">{facts.join(' · ')}</p>
      {reason ? <p className="mt-1 text-sm break-words">{reason}</p> : null}
      {answer ? (
        <details className="mt-1 text-sm">
          <summary className="text-muted">What the other side answered</summary>
          <pre className="mt-1.5 max-h-48 overflow-auto rounded-md bg-sunken p-2.5 font-mono text-xs break-words whitespace-pre-wrap">
            {answer}
          </pre>
        </details>
      ) : null}
      {mode === 'webhook' && mayWrite && outcome !== 'pending' && post.state !== 'published' ? (
        <Button
          className="mt-2"
          title="Sends the same event once more. An automation that knows it already does nothing."
          busy={busy && 'Sending...'}
          disabled={post.state === 'sending'}
          onClick={() => {
            setBusy(true);
            void sendAgain(entry.id).finally(() => setBusy(false));
          }}
        >
          Send again
        </Button>
      ) : null}
    </li>
  );
}
