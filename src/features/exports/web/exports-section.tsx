import { useState } from 'react';
import { call, download, messageOf } from '#web/api.ts';
import { shortDate, shortDateTime } from '#web/lib/dates.ts';
import { counted } from '#web/lib/figure.ts';
import { refresh, useEndpoint } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { PasswordDialog } from '#web/shell/feature-calls.ts';
import { toast } from '#web/toast.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { exportDays, exportsApi, type OrganizationExport } from '../contract.ts';

const { list, start, download: file } = exportsApi.endpoints;
/** How often a running export is asked how far it is, milliseconds. */
const progressMs = 2000;

const states = {
  waiting: { name: 'Waiting', tone: 'neutral' },
  running: { name: 'Running', tone: 'info' },
  ready: { name: 'Ready', tone: 'success' },
  failed: { name: 'Failed', tone: 'danger' },
} as const;

function isUnderWay(one: OrganizationExport): boolean {
  return one.state === 'waiting' || one.state === 'running';
}

/** Everything of the organization as a file to keep. Owners only. */
export function ExportsSection() {
  const found = useEndpoint(
    list,
    {},
    {
      refetchInterval: (answer) => (answer === undefined || answer.some(isUnderWay) ? progressMs : false),
    },
  );
  const [asking, setAsking] = useState(false);
  const underWay = found.data?.some(isUnderWay) ?? false;
  return (
    <Section
      title="Export of everything"
      text={`All tables as JSON and CSV with pictures and uploads in one zip file, without passwords and keys. It is made in the background and kept for ${exportDays} days.`}
      action={
        <Button disabled={underWay} onClick={() => setAsking(true)}>
          Start an export
        </Button>
      }
    >
      {found.data ? (
        found.data.length === 0 ? (
          <EmptyState
            compact
            title="No exports"
            text="Start one to take your data with you or to keep a copy."
          />
        ) : (
          <ul className="divide-y divide-border">
            {found.data.map((one) => (
              <Line key={one.id} entry={one} />
            ))}
          </ul>
        )
      ) : found.error ? (
        <ErrorState
          title="The exports could not be loaded"
          error={found.error}
          onRetry={() => void found.refetch()}
        />
      ) : (
        <Loading label="Loading exports" className="p-5">
          <Skeleton className="h-9 rounded-md" />
        </Loading>
      )}
      {asking ? (
        <PasswordDialog
          title="Start an export"
          text="Whoever has the file has all your data. Enter your password to go on."
          action="Start the export"
          busy="Starting..."
          onConfirm={async (currentPassword) => {
            await call(start, { body: { currentPassword } });
            setAsking(false);
            toast({ title: 'Export started', description: 'You are told when it is ready.' });
            await refresh([list]);
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Section>
  );
}

function Line({ entry }: { entry: OrganizationExport }) {
  const zone = useZone();
  const [saving, setSaving] = useState(false);
  const { name, tone } = states[entry.state];
  async function save(): Promise<void> {
    setSaving(true);
    try {
      await download(file, { params: { id: entry.id } }, 'ai-hub-export.zip');
    } catch (error) {
      toast({ title: 'The export was not downloaded', description: messageOf(error, ''), tone: 'danger' });
    } finally {
      setSaving(false);
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 grow basis-56">
        <p className="flex items-center gap-2">
          <span className="figures font-medium">{shortDateTime(entry.createdAt, zone)}</span>
          <Badge tone={tone}>{name}</Badge>
        </p>
        <p className="figures text-sm text-muted">{detailOf(entry, zone)}</p>
        {entry.state === 'running' ? (
          <progress
            className="progress mt-1.5"
            aria-label="Tables exported"
            max={Math.max(1, entry.tablesTotal)}
            value={entry.tablesDone}
          />
        ) : null}
      </div>
      {entry.state === 'ready' ? (
        <Button busy={saving && 'Downloading...'} onClick={() => void save()}>
          Download
        </Button>
      ) : null}
    </li>
  );
}

function detailOf(entry: OrganizationExport, zone: string): string {
  const rows = counted(entry.rows, 'row', 'rows');
  if (entry.state === 'ready' && entry.expiresAt) {
    const size = Math.max(0.1, entry.bytes / 1024 / 1024).toLocaleString('en-AU', {
      maximumFractionDigits: 1,
    });
    return `${rows}, ${size} MB, kept until ${shortDate(entry.expiresAt, zone)}, by ${entry.requestedBy}`;
  }
  if (entry.state === 'running') return `${entry.tablesDone} of ${entry.tablesTotal} tables, ${rows}`;
  if (entry.state === 'failed') return 'It ended before it was complete. Start another one.';
  return `Asked for by ${entry.requestedBy}`;
}
