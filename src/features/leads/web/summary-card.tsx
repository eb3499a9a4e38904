import { useState } from 'react';
import type { CorrespondenceItem } from '#features/mail/contract.ts';
import { useCan } from '#web/session.tsx';
import { AiFailed } from '#web/ui/ai-parts.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import type { LeadDetail } from '../contract.ts';
import type { Mark } from './conversation.tsx';
import { SummaryFacts } from './summary-facts.tsx';
import { useSummary } from './use-summary.ts';

interface SummaryCardProps {
  lead: LeadDetail;
  messages: readonly CorrespondenceItem[];
  /** Goes to the sentence that a value was read from. */
  onReceipt: (mark: Mark) => void;
}

/** What an engine read from the thread: made when asked for, with its receipts; it can be hidden. */
export function SummaryCard({ lead, messages, onReceipt }: SummaryCardProps) {
  const [hidden, setHidden] = useState(false);
  const { busy, failure, make } = useSummary(lead.thread_id);
  const mayMake = useCan('leads.write') && messages.length > 0;
  const answer = lead.ai_summary;
  if (!answer && !mayMake) return null;
  if (hidden) {
    return (
      <Button look="quiet" className="mt-3 self-start" onClick={() => setHidden(false)}>
        Show the summary
      </Button>
    );
  }
  return (
    <section aria-labelledby="summary" className="mt-4 rounded-lg border border-border p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 id="summary" className="font-semibold">
          AI summary
        </h3>
        {answer ? (
          <Button look="quiet" onClick={() => setHidden(true)}>
            Hide
          </Button>
        ) : null}
      </div>
      {busy ? (
        <Loading label="Generating the summary" className="mt-2 space-y-2">
          <Skeleton className="w-3/4" />
          <Skeleton className="w-1/2" />
        </Loading>
      ) : null}
      {failure && !busy ? <AiFailed failure={failure} make={make} className="mt-2" /> : null}
      {answer && !busy ? (
        <>
          {answer.stale ? (
            <Notice
              tone="info"
              boxed
              className="my-2"
              action={mayMake ? <Button onClick={() => void make()}>Regenerate</Button> : null}
            >
              New messages since this summary was made.
            </Notice>
          ) : null}
          <SummaryFacts answer={answer} messages={messages} onReceipt={onReceipt} />
        </>
      ) : null}
      {!answer && mayMake && !failure ? (
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button busy={busy && 'Generating...'} onClick={() => void make()}>
            Generate summary
          </Button>
          {busy ? null : (
            <p className="min-w-0 grow basis-56 text-sm text-muted">
              Reads who it is, what they want, their budget and timing from the messages.
            </p>
          )}
        </div>
      ) : null}
    </section>
  );
}
