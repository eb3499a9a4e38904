import { lazy, Suspense, useState } from 'react';
import { shortDate } from '#web/lib/dates.ts';
import { useAction, useEndpoint } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { type ApiKey, organizationApi } from '../contract.ts';

const { listApiKeys, removeApiKey } = organizationApi.endpoints;
const AddKeyDialog = lazy(async () => ({ default: (await import('./add-key-dialog.tsx')).AddKeyDialog }));

export function ApiKeys() {
  const keys = useEndpoint(listApiKeys, { query: { limit: '200' } });
  const [adding, setAdding] = useState(false);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const remove = useAction(removeApiKey, {
    refreshes: [listApiKeys],
    onSuccess: () => setRevoking(null),
    onError: (error) => {
      setRevoking(null);
      toast({ title: 'Error', description: error.message, tone: 'danger' });
    },
  });

  return (
    <Section
      title="API keys"
      text="For programs that read or send data on behalf of your organization."
      action={<Button onClick={() => setAdding(true)}>New key</Button>}
    >
      {keys.data ? (
        keys.data.length === 0 ? (
          <EmptyState
            title="No keys"
            text="Make one when a form, a mail server or a script has to reach AI Hub."
            compact
          />
        ) : (
          <ul className="divide-y divide-border">
            {keys.data.map((key) => (
              <KeyLine key={key.id} entry={key} onRevoke={() => setRevoking(key)} />
            ))}
          </ul>
        )
      ) : keys.error ? (
        <ErrorState
          title="The keys could not be loaded"
          error={keys.error}
          onRetry={() => void keys.refetch()}
        />
      ) : (
        <Loading label="Loading keys" className="p-5">
          <Skeleton className="h-9 rounded-md" />
        </Loading>
      )}
      <Suspense fallback={null}>{adding ? <AddKeyDialog onClose={() => setAdding(false)} /> : null}</Suspense>
      <ConfirmDialog
        open={revoking !== null}
        title={`Revoke the key ${revoking?.name ?? ''}?`}
        text="Programs that use it are refused from now on. This cannot be undone."
        action="Revoke key"
        busy={remove.isPending && 'Revoking...'}
        onConfirm={() => revoking && remove.mutate({ params: { id: revoking.id } })}
        onClose={() => setRevoking(null)}
      />
    </Section>
  );
}

function KeyLine({ entry, onRevoke }: { entry: ApiKey; onRevoke: () => void }) {
  const zone = useZone();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 grow basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <span dir="auto" className="truncate font-medium">
            {entry.name}
          </span>
          {entry.scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
        </p>
        <p className="text-sm text-muted">
          Ends in <span className="font-mono">{entry.lastFour}</span>, made {shortDate(entry.createdAt, zone)}
          , {entry.lastUsedAt ? `last used ${shortDate(entry.lastUsedAt, zone)}` : 'never used'}
          {entry.expiresAt ? `, expires ${shortDate(entry.expiresAt, zone)}` : ''}
        </p>
      </div>
      <Button look="danger-quiet" className="ml-auto" aria-label={`Revoke ${entry.name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  );
}
