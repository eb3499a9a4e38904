import { ChevronRight } from 'lucide-react';
import { exactDateTime, shortDateTime } from '#web/lib/dates.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan, useZone } from '#web/session.tsx';
import { engineName } from '#web/ui/ai-parts.tsx';
import { MailState } from '#web/ui/mail-state.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { type OutreachEmail, outreachEmailApi } from '../email-contract.ts';
import { repeatEmail, takeBack } from './send-email.ts';

/** The emails to a prospect, newest first, each with where it is. */
export function EmailList({ prospectId }: { prospectId: string }) {
  const emails = useEndpoint(outreachEmailApi.endpoints.list, { params: { id: prospectId } });
  if (emails.data) {
    return emails.data.length === 0 ? (
      <p className="text-muted">No email was sent to this prospect from here.</p>
    ) : (
      <ul className="space-y-3">
        {emails.data.map((email) => (
          <Entry key={email.id} email={email} />
        ))}
      </ul>
    );
  }
  return emails.error ? (
    <ErrorState
      title="The emails could not be loaded"
      error={emails.error}
      onRetry={() => void emails.refetch()}
    />
  ) : (
    <Loading label="Loading emails">
      <Skeleton className="h-16 rounded-lg" />
    </Loading>
  );
}

function Entry({ email }: { email: OutreachEmail }) {
  const zone = useZone();
  const mayWrite = useCan('outreach.write');
  const { id, prospectId, subject, content, state, reason, engine, issues, warning, sequence } = email;
  const at = email.sentAt ?? email.createdAt;
  const by = sequence
    ? `Step ${sequence.step} of ${sequence.name}`
    : `${email.createdBy}${engine === null ? '' : `, written by ${engineName(engine)}`}`;
  return (
    <li className="rounded-lg border border-border p-4">
      <details className="group">
        <summary className="list-none rounded-sm">
          <div className="flex items-baseline justify-between gap-3">
            <h4 dir="auto" className="min-w-0 font-medium break-words">
              <ChevronRight
                size={15}
                aria-hidden
                className="mr-1 -ml-1 inline text-muted transition-transform duration-[120ms] group-open:rotate-90"
              />
              {subject}
            </h4>
            <time
              dateTime={at}
              title={exactDateTime(at, zone)}
              className="figures shrink-0 text-sm text-muted"
            >
              {shortDateTime(at, zone)}
            </time>
          </div>
          <p dir="auto" className="mt-0.5 text-left text-sm break-words text-muted">
            To {email.to}, by {by}
          </p>
        </summary>
        <p dir="auto" className="mt-3 max-w-[72ch] text-left break-words whitespace-pre-wrap">
          {content}
        </p>
      </details>
      <MailState
        className="mt-2"
        state={state}
        reason={reason}
        onTakeBack={
          email.mayUndo && mayWrite ? () => void takeBack(prospectId, id, { engine, issues }) : null
        }
        onSendAgain={email.maySendAgain && mayWrite ? (confirmed) => repeatEmail(id, confirmed) : null}
      />
      {warning ? <p className="mt-1 text-xs text-warning-text">{warning}</p> : null}
    </li>
  );
}
