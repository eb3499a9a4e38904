import type { CorrespondenceItem } from '#features/mail/contract.ts';
import { exactDateTime, shortDate } from '#web/lib/dates.ts';
import { useZone } from '#web/session.tsx';
import { AiIssues, engineName } from '#web/ui/ai-parts.tsx';
import type { LeadDetail } from '../contract.ts';
import type { Mark } from './conversation.tsx';
import { senderName } from './sender-name.ts';

type Answer = NonNullable<LeadDetail['ai_summary']>;

const priorities = { high: 'High priority', medium: 'Medium priority', low: 'Low priority' };
const sentiments = { positive: 'Positive tone', negative: 'Negative tone', neutral: 'Neutral tone' };
const noReason = {
  priority: 'nothing speaks of hurry or of none',
  sentiment: 'nothing but everyday politeness',
};

interface SummaryFactsProps {
  answer: Answer;
  messages: readonly CorrespondenceItem[];
  onReceipt: (mark: Mark) => void;
}

/** The seven fields, each with the sentences that say so. */
export function SummaryFacts({ answer, messages, onReceipt }: SummaryFactsProps) {
  const zone = useZone();
  const { summary, sources } = answer;

  function receipts(field: string) {
    const found = sources.filter((source) => source.field === field).slice(0, 3);
    return found.flatMap((source) => {
      const message = messages.find((item) => item.id === source.messageId);
      if (!message) return [];
      return (
        <button
          key={source.messageId + source.quote}
          type="button"
          title={source.quote}
          className="block text-left text-sm text-muted underline decoration-border-strong underline-offset-3 hover:text-text"
          onClick={() => onReceipt({ messageId: message.id, quote: source.quote, at: Date.now() })}
        >
          from: {shortDate(message.timestamp, zone)}, {senderName(message.sender)}
        </button>
      );
    });
  }

  function why(field: 'priority' | 'sentiment') {
    const quotes = sources.filter((source) => source.field === field).map(({ quote }) => quote);
    const plain = field === 'priority' ? summary.priority === 'medium' : summary.sentiment === 'neutral';
    if (quotes.length === 0)
      return <p className="text-sm text-muted">{plain ? `Why: ${noReason[field]}.` : null}</p>;
    return (
      <p dir="auto" className="text-sm break-words text-muted">
        Why: “{quotes[0]}”
      </p>
    );
  }

  const facts: { label: string; field: string; value: string | null }[] = [
    { label: 'Client', field: 'clientName', value: summary.clientName },
    { label: 'Interests', field: 'interests', value: summary.interests.join(', ') },
    { label: 'Budget', field: 'budget', value: summary.budget },
    { label: 'Timeline', field: 'timeline', value: summary.timeline },
  ];

  return (
    <>
      <div className="mt-1 grid gap-x-6 gap-y-2 sm:grid-cols-2">
        <div>
          <p className="font-medium">{priorities[summary.priority]}</p>
          {why('priority')}
          {receipts('priority')}
        </div>
        <div>
          <p className="font-medium">{sentiments[summary.sentiment]}</p>
          {why('sentiment')}
          {receipts('sentiment')}
        </div>
      </div>
      <dl className="mt-3 grid gap-x-4 gap-y-2 sm:grid-cols-[88px_minmax(0,1fr)]">
        {facts.map(({ label, field, value }) => (
          <div key={label} className="contents">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="break-words">
              <span dir="auto" className={value ? 'block text-left' : 'text-muted'}>
                {value || 'Not stated'}
              </span>
              {receipts(field)}
            </dd>
          </div>
        ))}
      </dl>
      {summary.keyPoints.length > 0 ? (
        <ul aria-label="Key points" className="mt-3 list-disc space-y-1 pl-4.5">
          {summary.keyPoints.map((point) => (
            <li key={point} dir="auto" className="break-words">
              {point}
            </li>
          ))}
        </ul>
      ) : null}
      <AiIssues label="Notes on this summary" issues={answer.issues} className="mt-3" />
      <p className="mt-3 text-xs text-muted">
        Summary by {engineName(answer.engine)},{' '}
        <time dateTime={answer.generatedAt} title={exactDateTime(answer.generatedAt, zone)}>
          {shortDate(answer.generatedAt, zone)}
        </time>
      </p>
    </>
  );
}
