import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import type { LeadDetail } from '../contract.ts';

const priorities = { high: 'High priority', medium: 'Medium priority', low: 'Low priority' };
const sentiments = { positive: 'positive', negative: 'negative', neutral: 'neutral' };

/** What the summary engine read from the thread; it can be hidden. */
export function SummaryCard({ answer }: { answer: NonNullable<LeadDetail['ai_summary']> }) {
  const [hidden, setHidden] = useState(false);
  if (hidden) return null;
  const { summary } = answer;
  const facts = [
    ['Client', summary.clientName],
    ['Interests', summary.interests.join(', ')],
    ['Budget', summary.budget],
    ['Timeline', summary.timeline],
  ].filter(([, value]) => value);
  return (
    <section aria-labelledby="summary" className="mt-4 rounded-lg border border-border p-4">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h3 id="summary" className="font-semibold">
            AI summary
          </h3>
          <p className="text-sm text-muted">
            {priorities[summary.priority]}, {sentiments[summary.sentiment]} tone
            {answer.stale ? ', older than the newest message' : ''}
          </p>
        </div>
        <Button look="quiet" onClick={() => setHidden(true)}>
          Hide
        </Button>
      </div>
      <dl className="mt-2 grid gap-x-4 gap-y-1 sm:grid-cols-[88px_1fr]">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-sm text-muted">{label}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <ul className="mt-2 list-disc space-y-1 pl-4.5">
        {summary.keyPoints.map((point) => (
          <li key={point} dir="auto">
            {point}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-xs text-muted">Written by {answer.engine}</p>
    </section>
  );
}
