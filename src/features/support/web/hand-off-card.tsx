import type { Conversation } from '../conversation-contract.ts';

/** What whoever takes over reads first: why, what is open, and what the assistant has tried. */
export function HandOffCard({ conversation: { pack, handoffReason } }: { conversation: Conversation }) {
  if (!pack) return null;
  return (
    <section
      aria-label="Hand-off"
      className="rounded-lg border border-border-strong bg-surface px-3.5 py-3 text-sm"
    >
      <h3 className="font-semibold">{handoffReason ?? 'A person was called.'}</h3>
      <dl className="mt-2 grid gap-x-4 gap-y-1.5 sm:grid-cols-[88px_1fr]">
        <dt className="text-muted">Open</dt>
        <dd dir="auto" className="break-words whitespace-pre-wrap">
          {pack.openQuestion}
        </dd>
        <dt className="text-muted">Tried</dt>
        <dd dir="auto" className="break-words">
          {pack.tried.length > 0 ? `${pack.tried.join('. ')}.` : 'No article fitted.'}
        </dd>
        <dt className="text-muted">So far</dt>
        <dd dir="auto" className="break-words">
          {pack.summary}
        </dd>
      </dl>
    </section>
  );
}
