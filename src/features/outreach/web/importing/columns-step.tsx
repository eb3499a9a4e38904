import type { ProspectField } from '#features/outreach/contract.ts';
import { prospectImportApi } from '#features/outreach/import-contract.ts';
import { ApiError } from '#web/api.ts';
import { keyOf, queryClient, refresh, useAction } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ColumnRow, columnGrid } from './column-row.tsx';
import type { StepProps } from './import-dialog.tsx';
import { changeImportDraft, type ImportDraft } from './import-draft.ts';
import { columnsInWords } from './import-words.ts';
import { StepFrame } from './step-frame.tsx';

const { map, read, rows, list } = prospectImportApi.endpoints;

/** The second step: where each column goes, with its first cells beside it. */
export function ColumnsStep({ file, draft, onOpen }: StepProps & { draft: ImportDraft }) {
  const stored = file.columns.map(({ field }) => field);
  const fields = draft.fields?.length === stored.length ? draft.fields : stored;
  const isChanged = fields.some((field, index) => field !== stored[index]);
  const action = useAction(map, {
    refreshes: [list],
    onSuccess: (answer) => {
      queryClient.setQueryData(keyOf(read, { params: { id: answer.id } }), answer);
      changeImportDraft(answer.id, { fields: null, step: 'check' });
      void refresh([rows]);
    },
    onError: (error) => {
      toast({ title: 'The columns were not taken', description: error.message, tone: 'danger' });
      if (error instanceof ApiError && error.status === 409) void refresh([read]);
    },
  });

  function assign(at: number, field: ProspectField | null): void {
    // A field is in one column at most: taken here, it leaves the other.
    const next = fields.map((held, index) => (index === at ? field : held === field ? null : held));
    changeImportDraft(file.id, { fields: next });
  }

  function go(): void {
    if (!isChanged) {
      changeImportDraft(file.id, { fields: null, step: 'check' });
      return;
    }
    const columns = fields.map((field, index) => ({ index, field }));
    action.mutate({ params: { id: file.id }, body: { columns } });
  }

  const hasName = fields.includes('businessName');
  return (
    <StepFrame
      title="Which column holds what?"
      text={columnsInWords(
        file.columns.map(({ header }) => header),
        fields,
      )}
      footer={
        <>
          <Button className="mr-auto" onClick={() => onOpen(null)}>
            Another file
          </Button>
          <Button
            look="primary"
            disabled={!hasName}
            busy={action.isPending && 'Reading the rows...'}
            onClick={go}
          >
            Check the rows
          </Button>
        </>
      }
    >
      <div className="space-y-2 px-5 pb-3 empty:hidden">
        {file.state === 'failed' ? (
          <Notice tone="danger" boxed>
            {file.message}
          </Notice>
        ) : null}
        {isChanged
          ? null
          : file.notes.map((note) => (
              <Notice key={note} tone="info" boxed>
                {note}
              </Notice>
            ))}
        {hasName ? null : (
          <Notice tone="warning" boxed>
            Say which column holds the business name: a prospect needs one.
          </Notice>
        )}
        {hasName && !fields.includes('contactEmail') ? (
          <Notice tone="warning" boxed>
            No column holds the contact email. The prospects are imported, and nobody can write to them yet.
          </Notice>
        ) : null}
      </div>
      <div
        aria-hidden
        className={`${columnGrid} sticky top-0 z-1 hidden h-9 border-y border-border bg-raised px-5 text-sm font-medium text-muted md:grid`}
      >
        <span>Column of the file</span>
        <span>First rows</span>
        <span>Goes to</span>
      </div>
      <ul aria-label="Columns" className="divide-y divide-border border-b border-border max-md:border-t">
        {file.columns.map((column, index) => (
          <ColumnRow
            key={column.index}
            column={column}
            fields={fields}
            headers={file.columns}
            disabled={action.isPending}
            onAssign={(field) => assign(index, field)}
          />
        ))}
      </ul>
    </StepFrame>
  );
}
