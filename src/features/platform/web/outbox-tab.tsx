import { linkedText } from '#features/mail/linked-text.ts';
import { exactDateTime, shortDateTime } from '#web/lib/dates.ts';
import { useEndpoint } from '#web/query.ts';
import { useZone } from '#web/session.tsx';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { type OutboxMail, platformApi } from '../contract.ts';

const states: Record<OutboxMail['state'], { name: string; tone: Tone }> = {
  queued: { name: 'Queued', tone: 'neutral' },
  sending: { name: 'Sending', tone: 'info' },
  sent: { name: 'Sent', tone: 'success' },
  kept: { name: 'Kept here', tone: 'warning' },
  held: { name: 'Held', tone: 'warning' },
  cancelled: { name: 'Taken back', tone: 'neutral' },
  bounced: { name: 'Bounced', tone: 'danger' },
  failed: { name: 'Failed', tone: 'danger' },
  unconfirmed: { name: 'Not confirmed', tone: 'warning' },
};

/** Account mails: what left, and what a server without SMTP keeps, so that reset links are not lost. */
export function OutboxTab() {
  const outbox = useEndpoint(platformApi.endpoints.outbox, { query: { limit: '100' } });
  return (
    <Section
      title="Outbox"
      text="Mail about accounts, newest first. Without a mail server it is kept here instead of being sent."
    >
      {outbox.data ? (
        outbox.data.length === 0 ? (
          <EmptyState
            compact
            title="No mail yet"
            text="Reset links and notices about accounts will be listed here."
          />
        ) : (
          <ul className="divide-y divide-border">
            {outbox.data.map((mail) => (
              <MailLine key={mail.id} mail={mail} />
            ))}
          </ul>
        )
      ) : outbox.error ? (
        <ErrorState
          title="The outbox could not be loaded"
          error={outbox.error}
          onRetry={() => void outbox.refetch()}
        />
      ) : (
        <Loading label="Loading the outbox" className="space-y-4 p-5">
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </Loading>
      )}
    </Section>
  );
}

function MailLine({ mail }: { mail: OutboxMail }) {
  const zone = useZone();
  const state = states[mail.state];
  return (
    <li>
      <details>
        <summary className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 hover:bg-hover">
          <span className="min-w-0 grow basis-64">
            <span dir="auto" className="block truncate text-left font-medium">
              {mail.subject}
            </span>
            <span dir="auto" className="block truncate text-left text-sm text-muted">
              {mail.recipient} · {mail.organization}
            </span>
          </span>
          <Badge tone={state.tone}>{state.name}</Badge>
          <time
            dateTime={mail.createdAt}
            title={exactDateTime(mail.createdAt, zone)}
            className="figures w-32 text-right text-sm text-muted"
          >
            {shortDateTime(mail.createdAt, zone)}
          </time>
        </summary>
        <div className="border-t border-border bg-bg px-5 py-4">
          {mail.reason ? <p className="mb-2 text-sm text-muted">{mail.reason}</p> : null}
          {mail.body === '' ? <p className="text-sm text-muted">Its text is for its reader only.</p> : null}
          <p dir="auto" className="max-w-[72ch] break-words whitespace-pre-wrap">
            {linkedText(mail.body).map((piece) =>
              piece.href === null ? (
                piece.text
              ) : (
                <a
                  key={piece.text}
                  href={piece.href}
                  rel="noopener noreferrer"
                  target="_blank"
                  className="link"
                >
                  {piece.text}
                </a>
              ),
            )}
          </p>
        </div>
      </details>
    </li>
  );
}
