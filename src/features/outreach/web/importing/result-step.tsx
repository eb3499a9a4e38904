import { Download } from 'lucide-react';
import { useRef } from 'react';
import { type ImportState, importLimits } from '#features/outreach/import-contract.ts';
import { figure } from '#web/lib/figure.ts';
import { Button } from '#web/ui/button.tsx';
import type { StepProps } from './import-dialog.tsx';
import { ImportRows } from './import-rows.tsx';
import { downloadRejected } from './problem-list.tsx';
import { StepFrame } from './step-frame.tsx';
import { UndoImport } from './undo-import.tsx';
import type { RowFilter } from './use-import-rows.ts';

const rejected: RowFilter = { state: 'rejected', problem: null };
const titles: Partial<Record<ImportState, string>> = {
  done: 'Import finished',
  cancelled: 'Import cancelled',
  undone: 'Import taken back',
};

/** What an import did, with what can still be done about it. */
export function ResultStep({ file, onOpen, onClose }: StepProps) {
  const page = useRef<HTMLDivElement>(null);
  const { result } = file;
  const figures = result
    ? [
        { name: 'Imported', count: result.created },
        { name: 'Updated', count: result.updated },
        { name: 'There already', count: result.skipped },
        { name: 'Rejected', count: result.rejected },
      ]
    : [];
  return (
    <StepFrame
      title={titles[file.state] ?? 'Import'}
      text={file.message}
      scroller={page}
      footer={
        <>
          <Button className="mr-auto" onClick={() => onOpen(null)}>
            Import another
          </Button>
          <Button look="primary" onClick={onClose}>
            {file.state === 'done' ? 'Show the prospects' : 'Close'}
          </Button>
        </>
      }
    >
      <div className="space-y-5 px-5 pt-2 pb-5">
        {file.state === 'done' ? (
          <dl className="grid grid-cols-2 gap-2 sm:gap-3 md:grid-cols-4">
            {figures.map(({ name, count }) => (
              <div
                key={name}
                className="flex flex-col-reverse justify-end rounded-lg border border-border px-4 py-3"
              >
                <dt className="text-sm text-muted">{name}</dt>
                <dd className="figures text-xl font-semibold">{figure(count)}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        {file.canUndo ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <UndoImport file={file} />
            <p className="min-w-0 grow basis-60 text-sm text-muted">
              Takes the whole import back, for {importLimits.keptDays} days, apart from prospects that
              somebody changed since.
            </p>
          </div>
        ) : null}
        {file.hasRejected ? (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <Button onClick={() => void downloadRejected(file)}>
              <Download size={16} aria-hidden />
              Download the rejected rows
            </Button>
            <p className="min-w-0 grow basis-60 text-sm text-muted">
              Each with its line and its reason. Correct them in your spreadsheet and import that file.
            </p>
          </div>
        ) : null}
      </div>
      {file.hasRejected ? (
        <section aria-label="Rejected rows" className="border-t border-border">
          <ImportRows id={file.id} filter={rejected} scroller={page} />
        </section>
      ) : null}
    </StepFrame>
  );
}
