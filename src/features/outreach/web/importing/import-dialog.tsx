import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ProspectImport } from '#features/outreach/import-contract.ts';
import { isRowId } from '#shared/text.ts';
import { useAddress } from '#web/address.ts';
import { ApiError } from '#web/api.ts';
import { useCan } from '#web/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { CheckStep } from './check-step.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { FileStep } from './file-step.tsx';
import { type ImportDraft, useImportDraft } from './import-draft.ts';
import { counted } from './import-words.ts';
import { ResultStep } from './result-step.tsx';
import { RunningStep } from './running-step.tsx';
import { Steps } from './step-frame.tsx';
import { useImport } from './use-import.ts';

/**
 * The import of prospects from a CSV file: file, columns, check, then progress and result. `?import=` in the address is
 * the id of an import, which can be left and opened again; anything else begins with a new file.
 */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { params } = useAddress();
  const navigate = useNavigate();
  const mayWrite = useCan('outreach.write');
  const id = params.import ?? '';
  /** In place of the step before, so that closing goes back to where the dialog was opened from. */
  const open = (next: string | null) =>
    void navigate({
      to: '.',
      search: (before: Record<string, string>) => ({ ...before, import: next ?? '1' }),
      state: (before) => before,
      replace: true,
      resetScroll: false,
    });
  if (!mayWrite) return null;
  return isRowId(id) ? (
    <OneImport id={id} onOpen={open} onClose={onClose} />
  ) : (
    <Frame at={1} onClose={onClose}>
      <FileStep onOpen={open} onClose={onClose} />
    </Frame>
  );
}

export interface StepProps {
  file: ProspectImport;
  /** Opens another import, or the choice of a file with null. */
  onOpen: (id: string | null) => void;
  onClose: () => void;
}

interface FrameProps {
  at: number;
  file?: ProspectImport | undefined;
  onClose: () => void;
  children: ReactNode;
}

function Frame({ at, file, onClose, children }: FrameProps) {
  const about = file
    ? `${file.fileName} · ${counted(file.rowCount, 'row')} · ${file.format}`
    : 'From a CSV file, as a spreadsheet saves it';
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title="Import prospects"
      description={about}
      header={
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2" data-tab="outreach">
          <div aria-hidden className="min-w-0">
            <p className="text-lg font-semibold">Import prospects</p>
            <p dir="auto" title={about} className="truncate text-sm text-muted">
              {about}
            </p>
          </div>
          <Steps at={at} />
        </div>
      }
    >
      <div className="h-full" data-tab="outreach">
        {children}
      </div>
    </Dialog>
  );
}

function OneImport({ id, onOpen, onClose }: { id: string } & Omit<StepProps, 'file'>) {
  const query = useImport(id);
  const draft = useImportDraft(id);
  const file = query.data;
  if (file)
    return (
      <Frame at={stepOf(file, draft)} file={file} onClose={onClose}>
        <Step file={file} draft={draft} onOpen={onOpen} onClose={onClose} />
      </Frame>
    );
  return (
    <Frame at={2} onClose={onClose}>
      {query.error instanceof ApiError && query.error.status === 404 ? (
        <EmptyState
          title="This import is not there"
          text="A file waits for an hour to be imported; this one is gone, or the address is not right."
          actions={
            <Button look="primary" onClick={() => onOpen(null)}>
              Choose a file
            </Button>
          }
        />
      ) : query.error ? (
        <ErrorState
          title="The import could not be loaded"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <Reading label="Loading the import" />
      )}
    </Frame>
  );
}

function hasNames({ columns }: ProspectImport): boolean {
  return columns.some(({ field }) => field === 'businessName');
}

/** Columns or check while it waits; behind both afterwards. */
function stepOf(file: ProspectImport, { step }: ImportDraft): number {
  if (file.state === 'reading') return 2;
  if (file.state !== 'ready' && file.state !== 'failed') return 4;
  return step === 'check' && hasNames(file) ? 3 : 2;
}

function Step({ draft, ...props }: StepProps & { draft: ImportDraft }) {
  const { file } = props;
  switch (file.state) {
    case 'reading':
      return <Reading label="The file is being read" />;
    case 'ready':
    case 'failed':
      return stepOf(file, draft) === 3 ? (
        <CheckStep {...props} draft={draft} />
      ) : (
        <ColumnsStep {...props} draft={draft} />
      );
    case 'running':
      return <RunningStep {...props} />;
    default:
      return <ResultStep {...props} />;
  }
}

function Reading({ label }: { label: string }) {
  return (
    <Loading label={label} className="space-y-4 p-5">
      <p className="text-muted">{label}</p>
      {['w-2/3', 'w-1/2', 'w-3/5', 'w-2/5', 'w-1/2'].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: grey bars have no other name.
        <Skeleton key={index} className={`h-5 ${width}`} />
      ))}
    </Loading>
  );
}
