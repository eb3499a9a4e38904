import { lazy, Suspense, useState } from 'react';
import { call } from '#web/api.ts';
import { shortDate } from '#web/lib/dates.ts';
import { refresh, usePages } from '#web/query.ts';
import { useCan, useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ShowMore } from '#web/ui/list-parts.tsx';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { liftReason, type Suppression, suppressionApi } from '../suppression-contract.ts';

const { list, lift } = suppressionApi.endpoints;
const causes: Record<Suppression['cause'], string> = {
  unsubscribe: 'Unsubscribed',
  hard_bounce: 'Came back',
  complaint: 'Complaint',
  manual: 'Added',
};
const AddDialog = lazy(async () => ({ default: (await import('./add-suppression.tsx')).AddSuppression }));

/** Addresses that get no more mail, for the Integrations tab. */
export function Suppressions() {
  const [adding, setAdding] = useState(false);
  const [lifting, setLifting] = useState<Suppression | null>(null);
  const entries = usePages(list, { query: { limit: '30' } });
  const rows = entries.data?.pages.flatMap((page) => page.rows) ?? [];

  return (
    <Section
      title="No more mail"
      text="Nothing is sent to these addresses. Mail that comes back for good puts its address here."
      action={<Button onClick={() => setAdding(true)}>Stop mail to someone</Button>}
    >
      {entries.data ? (
        rows.length === 0 ? (
          <EmptyState title="No addresses" text="Every address may be written to." compact />
        ) : (
          <>
            <ul className="divide-y divide-border">
              {rows.map((entry) => (
                <Line key={entry.id} entry={entry} onLift={() => setLifting(entry)} />
              ))}
            </ul>
            <ShowMore query={entries} />
          </>
        )
      ) : entries.error ? (
        <ErrorState
          title="The addresses could not be loaded"
          error={entries.error}
          onRetry={() => void entries.refetch()}
        />
      ) : (
        <Loading label="Loading addresses" className="p-5">
          <Skeleton className="h-9 rounded-md" />
        </Loading>
      )}
      <Suspense fallback={null}>{adding ? <AddDialog onClose={() => setAdding(false)} /> : null}</Suspense>
      {lifting ? (
        <ReasonDialog
          {...liftReason(lifting.address ?? 'this address')}
          onConfirm={async (reason) => {
            await call(lift, { params: { id: lifting.id }, body: { reason } });
            toast({ title: `Mail may go to ${lifting.address ?? 'this address'} again` });
            await refresh([list]);
          }}
          onClose={() => setLifting(null)}
        />
      ) : null}
    </Section>
  );
}

function Line({ entry, onLift }: { entry: Suppression; onLift: () => void }) {
  const zone = useZone();
  const mayLift = useCan('suppressions.lift');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 grow basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <span dir="auto" className="truncate font-medium">
            {entry.address ?? 'An address of a deleted person'}
          </span>
          <Badge>{causes[entry.cause]}</Badge>
        </p>
        <p dir="auto" className="text-sm break-words text-muted">
          {entry.reason}
        </p>
        <p className="text-sm text-muted">
          {entry.recordedBy}, {shortDate(entry.createdAt, zone)}
        </p>
      </div>
      {mayLift ? (
        <Button look="quiet" onClick={onLift}>
          Allow again
        </Button>
      ) : null}
    </li>
  );
}
