import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { OutreachEmail } from '#features/outreach/email-contract.ts';
import { outreachSettingsApi } from '#features/outreach/settings-contract.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan, useDashboardPath, useZone } from '#web/session.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { ShowNewest } from '#web/ui/list-parts.tsx';
import { OutboxLine } from '#web/ui/outbox-line.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { approve, discard } from './decide-draft.ts';
import { DraftCard } from './draft-card.tsx';
import { draftEdits } from './draft-edits.ts';
import { useDraftKeys } from './use-draft-keys.ts';
import { useDrafts } from './use-drafts.ts';

/** Emails that an engine wrote for sequences, to be read one after the other. */
export function DraftsView() {
  const zone = useZone();
  const mayWrite = useCan('outreach.write');
  const outbox = useEndpoint(outreachSettingsApi.endpoints.read).data?.transport === 'outbox';
  const { query, rows, matching, outdated, showNewest } = useDrafts();
  const [busy, setBusy] = useState<Record<string, string>>({});
  const { list, wayOn } = useDraftKeys(
    mayWrite
      ? {
          edit: (id) => draftEdits.change(id, { open: true }),
          approve: (id) => {
            const email = rows.find((one) => one.id === id);
            if (email) void decide(email, 'Approving...', (one) => approve(one, { zone, outbox }));
          },
        }
      : null,
  );

  async function decide(
    email: OutreachEmail,
    doing: string,
    act: (email: OutreachEmail) => Promise<boolean>,
  ): Promise<void> {
    const { id } = email;
    if (busy[id]) return;
    setBusy((before) => ({ ...before, [id]: doing }));
    const goOn = wayOn(id);
    if (await act(email)) goOn();
    setBusy(({ [id]: _done, ...others }) => others);
  }

  if (query.isPending)
    return (
      <Loading label="Loading the drafts" className="max-w-3xl space-y-4">
        <Skeleton className="h-64 rounded-lg" />
        <Skeleton className="h-64 rounded-lg" />
      </Loading>
    );
  if (query.isError && rows.length === 0)
    return (
      <div className="panel">
        <ErrorState
          title="The drafts could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      </div>
    );
  if (rows.length === 0) return <Nothing />;
  return (
    <div className="mx-auto max-w-3xl">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 text-muted">
        <p className="figures">
          {matching === 1
            ? '1 email waits'
            : `${(matching ?? rows.length).toLocaleString('en-AU')} emails wait`}{' '}
          for someone to read {matching === 1 ? 'it' : 'them'}.
        </p>
        {mayWrite ? (
          <p className="text-sm max-md:hidden">
            <kbd className="font-mono">j</kbd> next, <kbd className="font-mono">k</kbd> back,{' '}
            <kbd className="font-mono">e</kbd> edit, <kbd className="font-mono">a</kbd> approve
          </p>
        ) : null}
      </div>
      {mayWrite && outbox ? <OutboxLine className="mb-3" /> : null}
      <ShowNewest shown={outdated} text="There are other drafts now. Show them" onShow={showNewest} />
      <ol ref={list} aria-label="Emails to approve" className="space-y-4">
        {rows.map((email) => (
          <DraftCard
            key={email.id}
            email={email}
            busy={busy[email.id] ?? null}
            onApprove={() => void decide(email, 'Approving...', (one) => approve(one, { zone, outbox }))}
            onDiscard={() => decide(email, 'Discarding...', discard)}
          />
        ))}
      </ol>
      {query.hasNextPage ? (
        <div className="mt-4 flex justify-center">
          <Button busy={query.isFetchingNextPage && 'Loading...'} onClick={() => void query.fetchNextPage()}>
            Show more drafts
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function Nothing() {
  const dashboard = useDashboardPath();
  return (
    <div className="panel">
      <EmptyState
        title="Nothing to approve"
        text={
          <p>
            When AI writes the first email of a sequence, it waits here until someone has read it. Nothing of
            it leaves before.
          </p>
        }
        actions={
          <Link to={dashboard} search={{ tab: 'outreach', view: 'sequences' }} className={buttonClass()}>
            Go to the sequences
          </Link>
        }
      />
    </div>
  );
}
