import { messageOf } from '#web/api.ts';
import { shortDateTime } from '#web/lib/dates.ts';
import { figure } from '#web/lib/figure.ts';
import { useAction, useEndpoint } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import {
  gapLimit,
  type MailboxFolder,
  type MailboxGap,
  type MailboxReport,
  mailboxApi,
  type MailboxState as State,
  windowDays,
} from '../contract.ts';

const { read, check } = mailboxApi.endpoints;

const words: Record<State, { tone: Tone; name: string }> = {
  not_connected: { tone: 'outline', name: 'Not connected' },
  waiting: { tone: 'warning', name: 'Paused' },
  connecting: { tone: 'info', name: 'Connecting' },
  syncing: { tone: 'info', name: 'Fetching mail' },
  connected: { tone: 'success', name: 'Connected' },
  failed: { tone: 'danger', name: 'Not reached' },
};

/** Whether everything in the mailbox is in AI Hub, and what is not, with the reason. */
export function MailboxState() {
  const mailbox = useEndpoint(read);
  const asked = useAction(check, {
    refreshes: [read],
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The check was not started.'), tone: 'danger' }),
  });
  const report = mailbox.data;
  const open = report && report.state !== 'not_connected';
  return (
    <Section
      title="Mailbox"
      text={`Every night AI Hub compares the last ${windowDays} days of the mailbox with what it has stored, and fetches what is missing.`}
      action={
        open ? (
          <Button
            onClick={() => asked.mutate({ body: {} })}
            busy={(asked.isPending || report.checking) && 'Checking...'}
          >
            Check now
          </Button>
        ) : null
      }
    >
      {report ? (
        open ? (
          <Report report={report} />
        ) : (
          <EmptyState
            title="No mailbox connected"
            text="Enter the server of your incoming mail below. Mail then becomes leads by itself."
            compact
          />
        )
      ) : mailbox.error ? (
        <ErrorState
          title="The state of the mailbox could not be loaded"
          error={mailbox.error}
          onRetry={() => void mailbox.refetch()}
        />
      ) : (
        <Loading label="Loading the state of the mailbox" className="p-5">
          <Skeleton className="h-16 rounded-md" />
        </Loading>
      )}
    </Section>
  );
}

function Report({ report }: { report: MailboxReport }) {
  const zone = useZone();
  const { tone, name } = words[report.state];
  return (
    <>
      <div className="p-5">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Badge tone={tone}>{name}</Badge>
          <span className="figures font-medium">
            {figure(report.inHub)} of {figure(report.total)} messages are in AI Hub
          </span>
        </p>
        {report.state === 'waiting' ? (
          <p className="mt-2 text-muted">No module that works with email is active, so no mail is fetched.</p>
        ) : null}
        {report.lastError && report.state === 'failed' ? (
          <p role="alert" className="mt-2 break-words text-danger-text">
            {report.lastError}
          </p>
        ) : null}
        <p className="mt-2 text-sm text-muted">
          {report.lastSuccessAt
            ? `Last reached ${shortDateTime(report.lastSuccessAt, zone)}`
            : 'Not reached yet'}
          {report.lastCheckAt
            ? `, compared ${shortDateTime(report.lastCheckAt, zone)}${report.recovered > 0 ? `, which fetched ${figure(report.recovered)} again` : ''}`
            : ''}
          .
        </p>
      </div>
      {report.folders.length > 0 ? <Folders folders={report.folders} /> : null}
      {report.gaps.length > 0 ? <Gaps gaps={report.gaps} /> : null}
    </>
  );
}

const columns = ['In AI Hub', 'To fetch', 'Passed by', 'Missing', 'Older, left there'];

function Folders({ folders }: { folders: readonly MailboxFolder[] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard.
    <section aria-label="Folders" tabIndex={0} className="overflow-x-auto border-t border-border">
      <table className="figures w-full text-sm">
        <thead>
          <tr className="text-left text-muted">
            <th scope="col" className="px-5 py-2 font-medium">
              Folder
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-3 py-2 text-right font-medium whitespace-nowrap">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {folders.map(({ path, inHub, pending, skipped, missing, older }) => (
            <tr key={path} className="border-t border-border">
              <th scope="row" dir="auto" className="px-5 py-2 text-left font-medium">
                {path}
              </th>
              <td className="px-3 py-2 text-right">{figure(inHub)}</td>
              <td className="px-3 py-2 text-right">{figure(pending)}</td>
              <td className="px-3 py-2 text-right">{figure(skipped)}</td>
              <td className="px-3 py-2 text-right">{figure(missing)}</td>
              <td className="px-3 py-2 text-right">{figure(older)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Gaps({ gaps }: { gaps: readonly MailboxGap[] }) {
  const zone = useZone();
  return (
    <div className="border-t border-border p-5">
      <h3 className="font-medium">
        Not in AI Hub
        {gaps.length === gapLimit ? `, the newest ${gapLimit}` : ''}
      </h3>
      <ul className="mt-2 space-y-2 text-sm">
        {gaps.map((gap) => (
          <li key={`${gap.folder} ${gap.uid}`} className="break-words">
            {gap.reason}{' '}
            <span className="text-muted">
              {gap.folder}, {shortDateTime(gap.at, zone)}
              {gap.messageId ? `, ${gap.messageId}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
