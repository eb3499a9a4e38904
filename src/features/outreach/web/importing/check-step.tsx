import { useRef, useState } from 'react';
import { prospectImportApi } from '#features/outreach/import-contract.ts';
import { keyOf, queryClient, refresh, useAction } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useNarrow } from '#web/ui/use-narrow.ts';
import { type ConsentErrors, ConsentFields, consentErrors, stillRefused } from './consent-fields.tsx';
import { DuplicateChoiceField } from './duplicate-choice.tsx';
import type { StepProps } from './import-dialog.tsx';
import { changeImportDraft, type ImportDraft } from './import-draft.ts';
import { ImportRows } from './import-rows.tsx';
import { rowsToWrite, startLabel } from './import-words.ts';
import { ProblemList } from './problem-list.tsx';
import { RowFilters } from './row-filters.tsx';
import { StepFrame } from './step-frame.tsx';
import type { RowFilter } from './use-import-rows.ts';

const { start, read, list } = prospectImportApi.endpoints;

/** The third step: how the rows are judged, what to do with duplicates, and on what basis these businesses are written to. */
export function CheckStep({ file, draft }: StepProps & { draft: ImportDraft }) {
  const [filter, setFilter] = useState<RowFilter>({ state: null, problem: null });
  const [refused, setRefused] = useState<ConsentErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const narrow = useNarrow();
  const page = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLElement>(null);
  const below = useRef<HTMLDivElement>(null);
  const choices = useRef<HTMLDivElement>(null);
  const action = useAction(start, {
    refreshes: [list],
    onSuccess: (answer) => {
      queryClient.setQueryData(keyOf(read, { params: { id: answer.id } }), answer);
    },
    onError: (error) => {
      setFailure(error.message);
      toast({
        title: 'Import Failed',
        description: 'Failed to complete the import. Please try again.',
        tone: 'danger',
      });
      void refresh([read]);
    },
  });

  function show(next: RowFilter): void {
    setFilter(next);
    // On phones the rows are below the choices, on the page that scrolls.
    if (narrow) page.current?.scrollTo({ top: below.current?.offsetTop ?? 0 });
    else rows.current?.scrollTo({ top: 0 });
  }

  function go(): void {
    const missing = consentErrors(draft);
    setRefused(missing);
    const [first] = Object.keys(missing);
    if (first) {
      const field = choices.current?.querySelector<HTMLElement>(`[name="${first}"]`);
      field?.focus({ preventScroll: true });
      field?.scrollIntoView({ block: 'center' });
      return;
    }
    setFailure(null);
    const { duplicates, basis, source } = draft;
    const consent = basis === null || basis === 'unknown' ? null : { basis, source: source.trim() };
    action.mutate({ params: { id: file.id }, body: { duplicates, consent } });
  }

  const canImport = rowsToWrite(file.counts, draft.duplicates) > 0;
  return (
    <StepFrame
      title="What will be imported"
      scroller={page}
      className="md:flex md:flex-col md:overflow-hidden"
      footer={
        <>
          <Button
            className="mr-auto"
            disabled={action.isPending}
            onClick={() => changeImportDraft(file.id, { step: 'columns' })}
          >
            Columns
          </Button>
          <Button look="primary" disabled={!canImport} busy={action.isPending && 'Starting...'} onClick={go}>
            {startLabel(file.counts, draft.duplicates)}
          </Button>
        </>
      }
    >
      <div className="flex flex-col border-border max-md:flex-col-reverse md:grid md:min-h-0 md:grow md:grid-cols-[minmax(0,1fr)_minmax(0,340px)] lg:grid-cols-[minmax(0,1fr)_minmax(0,380px)] md:border-t">
        <div ref={below} className="flex min-h-0 flex-col max-md:border-t max-md:border-border">
          <RowFilters counts={file.counts} filter={filter} onChange={show} />
          {/* Focusable where it scrolls by itself, so that keyboards can scroll it. */}
          <section
            ref={rows}
            aria-label="Rows"
            {...(narrow ? {} : { tabIndex: 0 })}
            className="min-h-0 outline-offset-[-2px] md:relative md:grow md:overflow-y-auto"
          >
            <ImportRows
              id={file.id}
              correctable={file.columns.flatMap(({ field }) => field ?? [])}
              filter={filter}
              scroller={narrow ? page : rows}
            />
          </section>
        </div>
        <div
          ref={choices}
          className="space-y-5 border-border px-5 pt-1 pb-5 md:relative md:min-h-0 md:overflow-y-auto md:border-l md:pt-4"
        >
          {(failure ?? (file.state === 'failed' ? file.message : null)) ? (
            <Notice tone="danger" boxed>
              {failure ?? file.message}
            </Notice>
          ) : null}
          {canImport ? null : (
            <Notice tone="warning" boxed>
              {file.rowCount === 0
                ? 'This file names its columns and holds no rows: there is nothing to import.'
                : 'No row can be imported by these choices. Look at what was found, or choose the columns again.'}
            </Notice>
          )}
          <ProblemList
            file={file}
            selected={filter.problem}
            onSelect={(problem) => show({ state: null, problem })}
          />
          <DuplicateChoiceField file={file} chosen={draft.duplicates} />
          <ConsentFields id={file.id} draft={draft} errors={stillRefused(refused, draft)} />
        </div>
      </div>
    </StepFrame>
  );
}
