import { useState } from 'react';
import type { ProspectDetail } from '#features/outreach/contract.ts';
import { sequenceApi } from '#features/outreach/sequence-contract.ts';
import { useEndpoint } from '#web/query.ts';
import { useCan } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { EnrolDialog } from './enrol-dialog.tsx';
import { EnrolmentActions } from './enrolment-actions.tsx';
import { EnrolmentBadge, NextTime } from './enrolment-row.tsx';
import { runningStates } from './sequence-words.ts';
import { useOpenSequence } from './use-open-sequence.ts';

/** The sequences that a prospect is or was in, newest first, with what can be done about them. */
export function ProspectSequences({ prospect }: { prospect: ProspectDetail }) {
  const found = useEndpoint(sequenceApi.endpoints.ofProspect, { params: { id: prospect.id } });
  const mayWrite = useCan('outreach.write');
  const { show } = useOpenSequence();
  const [adding, setAdding] = useState(false);
  const enrolments = found.data ?? [];
  const isRunning = enrolments.some(({ state }) => runningStates.has(state));

  return (
    <section aria-labelledby="sequences">
      <h3 id="sequences" className="font-semibold">
        Sequences
      </h3>
      {found.error ? (
        <p role="alert" className="mt-2 text-danger-text">
          The sequences could not be loaded. {found.error.message}{' '}
          <button type="button" className="link" onClick={() => void found.refetch()}>
            Try again
          </button>
        </p>
      ) : found.data ? (
        <>
          {enrolments.length === 0 ? <p className="mt-2 text-muted">In none, and never was.</p> : null}
          <ul className="mt-2 space-y-3">
            {enrolments.map((one) => (
              <li key={one.id}>
                <div className="flex items-center justify-between gap-2">
                  <button
                    type="button"
                    dir="auto"
                    title={one.sequenceName}
                    className="link min-w-0 truncate text-left font-medium"
                    onClick={() => show(one.sequenceId)}
                  >
                    {one.sequenceName}
                  </button>
                  <div className="flex shrink-0 items-center">
                    <EnrolmentBadge enrolment={one} />
                    <EnrolmentActions enrolment={one} />
                  </div>
                </div>
                <p className="figures text-sm text-muted">
                  {one.stepsDone} of {one.stepCount} steps
                  {one.nextAt ? (
                    <>
                      {' · next '}
                      <NextTime instant={one.nextAt} none="" />
                    </>
                  ) : null}
                </p>
                {one.reason ? (
                  <p dir="auto" className="text-left text-sm break-words text-muted">
                    {one.reason}
                  </p>
                ) : null}
              </li>
            ))}
          </ul>
          {mayWrite && !isRunning ? (
            <Button className="mt-3" onClick={() => setAdding(true)}>
              Add to sequence
            </Button>
          ) : null}
        </>
      ) : null}
      {adding ? (
        <EnrolDialog
          selection={{ ids: [prospect.id] }}
          count={1}
          onEnrolled={() => setAdding(false)}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </section>
  );
}
