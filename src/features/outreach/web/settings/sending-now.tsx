import { useState } from 'react';
import { type OutreachSettings, outreachSettingsLimits } from '#features/outreach/settings-contract.ts';
import { figure } from '#web/lib/figure.ts';
import { useCan } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { Section } from '#web/ui/section.tsx';
import { IntegrationsLink } from './integrations-link.tsx';
import { pauseSending } from './pause-sending.ts';
import { ResumeButton } from './resume-button.tsx';

/** How mails leave at the moment, what of today is used, and the switch for all of it. */
export function SendingNow({ settings }: { settings: OutreachSettings }) {
  const mayWrite = useCan('outreach.write');
  const [asking, setAsking] = useState(false);
  const { paused, from, transport, postalAddress } = settings;
  const ways: Record<typeof transport, string> = {
    tenant: 'Through your own mail account',
    platform: 'Through the mail account of this installation',
    outbox: 'Into the local outbox: they reach nobody.',
  };
  return (
    <Section
      title="Leaving now"
      action={
        paused ? (
          <ResumeButton />
        ) : mayWrite ? (
          <Button onClick={() => setAsking(true)}>Pause all sending</Button>
        ) : null
      }
    >
      <dl className="grid gap-x-6 gap-y-3 p-5 sm:grid-cols-2">
        <div>
          <dt className="text-sm text-muted">Emails of sequences today</dt>
          <dd className="figures">{todayWords(settings)}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">Emails leave</dt>
          <dd>
            {ways[transport]}{' '}
            {transport === 'outbox' ? <IntegrationsLink words="Connect an account" /> : null}
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-sm text-muted">From</dt>
          <dd dir="auto" className="text-left break-words">
            {from}
          </dd>
        </div>
        <div className="min-w-0">
          <dt className="text-sm text-muted">Postal address below each email</dt>
          <dd dir="auto" className="text-left break-words whitespace-pre-line">
            {postalAddress.trim() || (
              <>
                None yet. <IntegrationsLink words="Enter it" />
              </>
            )}
          </dd>
        </div>
      </dl>
      {asking ? (
        <ReasonDialog
          title="Pause all sending?"
          text="Nothing that has not left leaves, neither of sequences nor of people, until an owner or admin resumes it."
          label="Why"
          hint="Your team reads it; it may stay empty."
          action="Pause all sending"
          busy="Pausing..."
          least={0}
          most={outreachSettingsLimits.reason}
          tooShort=""
          onConfirm={pauseSending}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Section>
  );
}

function todayWords({ capToday, sentToday }: OutreachSettings): string {
  if (capToday === null) return `${figure(sentToday)} so far, no cap`;
  const left = Math.max(0, capToday - sentToday);
  return `${figure(sentToday)} of ${figure(capToday)}, ${left === 0 ? 'none left' : `${figure(left)} left`}`;
}
