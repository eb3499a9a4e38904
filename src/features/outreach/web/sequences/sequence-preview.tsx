import { useState } from 'react';
import { prospectsApi } from '#features/outreach/contract.ts';
import { useEndpoint } from '#web/query.ts';
import { cx } from '#web/ui/cx.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { useSettled } from '#web/use-settled.ts';
import type { SequenceDraft } from './sequence-draft.ts';
import { waitWords } from './sequence-words.ts';
import { usePreview } from './use-preview.ts';

const most = '20';

/** The emails as one prospect would get them, while they are written. */
export function SequencePreview({ draft }: { draft: SequenceDraft }) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const search = useSettled(typed);
  const found = useEndpoint(prospectsApi.endpoints.list, { query: { limit: most, search } });
  const rows = found.data ?? [];
  const prospect = rows.find(({ id }) => id === chosen) ?? rows[0];
  const none = search === '' && found.data?.length === 0;

  return (
    <section aria-label="Preview" className="space-y-4">
      {none ? (
        <p className="text-muted">Add a prospect, then you see here what it would get.</p>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-3">
          <SelectField
            label="As it reads for"
            value={prospect?.id ?? ''}
            options={
              rows.length > 0
                ? rows.map(({ id, businessName }) => ({ value: id, label: businessName }))
                : [{ value: '', label: found.data ? 'Nobody found' : '...' }]
            }
            onChange={(event) => setChosen(event.target.value)}
          />
          <TextField
            label="Find another"
            type="search"
            placeholder="Search prospects"
            maxLength={200}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
      )}
      {found.error ? (
        <p className="text-danger-text">The prospects could not be loaded. {found.error.message}</p>
      ) : null}
      {prospect ? <Emails draft={draft} prospectId={prospect.id} /> : null}
    </section>
  );
}

function Emails({ draft, prospectId }: { draft: SequenceDraft; prospectId: string }) {
  const { found, incomplete } = usePreview(draft, prospectId);
  if (found.error && !incomplete)
    return (
      <p role="alert" className="text-danger-text">
        The preview could not be made. {found.error.message}
      </p>
    );
  if (!found.data)
    return incomplete ? (
      <p className="text-muted">The preview comes as soon as every step has what it needs.</p>
    ) : (
      <Loading label="Making the preview">
        <Skeleton className="h-40 rounded-lg" />
      </Loading>
    );
  return (
    <ol className={cx('space-y-3', (incomplete || found.isPlaceholderData) && 'opacity-60')}>
      {found.data.map((email, index) => {
        const step = draft.steps[index];
        if (!step) return null;
        const { subject, content, issues } = email;
        return (
          <li key={step.key} className="rounded-lg border border-border bg-surface">
            <div className="border-b border-border px-4 py-2.5">
              <p className="text-xs text-muted">
                {waitWords({ waitDays: Number(step.waitDays) }, index === 0)}
              </p>
              <p dir="auto" className="text-left font-medium break-words">
                {step.writing === 'generate'
                  ? 'Written by AI when its time comes'
                  : subject || 'Same conversation'}
              </p>
            </div>
            {content ? (
              <p dir="auto" className="max-w-[72ch] px-4 py-3 text-left break-words whitespace-pre-wrap">
                {content}
              </p>
            ) : null}
            {issues.length > 0 ? (
              <ul
                aria-label={`Notes on step ${index + 1}`}
                className="list-disc space-y-1 px-4 pb-3 pl-9 text-sm text-warning-text"
              >
                {issues.map((issue) => (
                  <li key={issue} className="break-words">
                    {issue}
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
