import { useEffect, useRef, useState } from 'react';
import { type ProspectField, prospectFieldNames } from '#features/outreach/contract.ts';
import { type ImportRow, prospectImportApi } from '#features/outreach/import-contract.ts';
import type { Page } from '#web/api.ts';
import { figure } from '#web/lib/figure.ts';
import { keyOf, queryClient, refresh, useAction } from '#web/query.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';

const { correct, read, rows, list } = prospectImportApi.endpoints;

/** Problems that one cell has, and which it is; the others are for the spreadsheet. */
const cellOf: Readonly<Record<string, ProspectField>> = {
  no_name: 'businessName',
  not_email: 'contactEmail',
  no_email: 'contactEmail',
  phone: 'contactPhone',
};

/** Shows a corrected row in every list that holds it, before the lists are read again. */
function showCorrected(row: ImportRow): void {
  queryClient.setQueriesData<{ pages: Page<ImportRow[]>[] }>({ queryKey: [rows.path] }, (data) =>
    data
      ? {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            rows: page.rows.map((one) => (one.line === row.line ? row : one)),
          })),
        }
      : undefined,
  );
}

interface CorrectCellProps {
  importId: string;
  row: ImportRow;
  /** What is wrong or odd about the row. */
  note: string;
  /** Fields that a column goes to. */
  fields: readonly ProspectField[];
}

/** What is wrong about a row; where one cell is, it can be corrected in place. The file itself stays as it is. */
export function CorrectCell({ importId, row, note, fields }: CorrectCellProps) {
  const form = useRef<HTMLFormElement>(null);
  const [value, setValue] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string | undefined>();
  const isOpen = value !== null;
  useEffect(() => {
    if (isOpen) form.current?.querySelector('input')?.focus();
  }, [isOpen]);
  const field = row.problem === null ? undefined : cellOf[row.problem];
  const action = useAction(correct, {
    refreshes: [list],
    onSuccess: ({ row: after, file }) => {
      if (after.problem !== null && cellOf[after.problem] === field) {
        setRefusal(after.reason ?? after.warning ?? undefined);
        return;
      }
      showCorrected(after);
      queryClient.setQueryData(keyOf(read, { params: { id: importId } }), file);
      void refresh([rows]);
      setValue(null);
    },
    onError: (error) => setRefusal(error.message),
  });
  if (field === undefined || !fields.includes(field)) return note;
  if (value === null)
    return (
      <>
        {note}
        <button
          type="button"
          aria-label={`Correct line ${figure(row.line)}`}
          className="link ml-1.5 font-medium pointer-coarse:py-2.5"
          onClick={() => {
            setRefusal(note);
            setValue(row.values[field]);
          }}
        >
          Correct
        </button>
      </>
    );
  return (
    <form
      ref={form}
      data-own-escape
      className="my-1 flex max-w-[520px] flex-wrap items-start gap-2 text-text"
      onSubmit={(event) => {
        event.preventDefault();
        if (!action.isPending)
          action.mutate({ params: { id: importId }, body: { line: row.line, field, value } });
      }}
    >
      <TextField
        label={`${prospectFieldNames[field]} of line ${figure(row.line)}`}
        labelHidden
        className="grow basis-48 max-sm:basis-full"
        dir="auto"
        maxLength={10_000}
        value={value}
        placeholder={prospectFieldNames[field]}
        error={refusal}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setValue(null);
        }}
        onChange={(event) => {
          setRefusal(undefined);
          setValue(event.target.value);
        }}
      />
      <Button type="submit" busy={action.isPending && 'Saving...'}>
        Save
      </Button>
      <Button look="quiet" onClick={() => setValue(null)}>
        Leave it
      </Button>
    </form>
  );
}
