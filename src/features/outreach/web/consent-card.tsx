import { exactDateTime, shortDate } from '#web/lib/dates.ts';
import { useZone } from '#web/session.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { consentBasisNames } from '../consent.ts';
import type { ProspectDetail } from '../contract.ts';
import { countryName } from './country-name.ts';
import { VerdictBadge } from './verdict-badge.tsx';

interface ConsentCardProps {
  prospect: ProspectDetail;
  /** Null for who may not record anything. */
  onRecord: (() => void) | null;
}

/** Whether sequences and bulk mail may go there, why, and by which rule. */
export function ConsentCard({ prospect, onRecord }: ConsentCardProps) {
  const zone = useZone();
  const { consent, sending, country, suppressed } = prospect;
  return (
    <section aria-labelledby="consent" className="border-t border-border pt-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id="consent" className="font-semibold">
          Consent
        </h3>
        {suppressed ? <Badge tone="danger">No outreach</Badge> : <VerdictBadge state={sending.state} />}
      </div>
      {suppressed ? (
        <p className="mt-2 text-danger-text">
          No outreach goes to this address: it unsubscribed, mail to it came back, or someone stopped it.
        </p>
      ) : null}
      <p className="mt-2">{sending.reason}</p>
      <p className="mt-0.5 text-sm text-muted">
        {country === null ? 'Country not known' : countryName(country)} · {sending.source}
      </p>
      {consent ? (
        <dl className="mt-3 space-y-2">
          <div>
            <dt className="text-sm text-muted">Recorded basis</dt>
            <dd>{consentBasisNames[consent.basis]}</dd>
          </div>
          <div>
            <dt className="text-sm text-muted">From</dt>
            <dd dir="auto" className="text-left break-words">
              {consent.source},{' '}
              <time
                dateTime={consent.recordedAt}
                title={exactDateTime(consent.recordedAt, zone)}
                className="text-muted"
              >
                recorded {shortDate(consent.recordedAt, zone)}
              </time>
            </dd>
          </div>
        </dl>
      ) : null}
      {onRecord ? (
        <Button className="mt-3" onClick={onRecord}>
          {consent ? 'Change the basis' : 'Record a basis'}
        </Button>
      ) : null}
    </section>
  );
}
