import { useState } from 'react';
import type { ImportState, ProspectImport } from '#features/outreach/import-contract.ts';
import { Badge, type Tone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Ago } from '#web/ui/list-parts.tsx';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { stateNames } from './import-words.ts';
import { UndoImport } from './undo-import.tsx';
import { useImports } from './use-import.ts';

const tones: Record<ImportState, Tone> = {
  reading: 'info',
  ready: 'info',
  running: 'violet',
  done: 'success',
  cancelled: 'neutral',
  failed: 'danger',
  undone: 'neutral',
};
const opens: Partial<Record<ImportState, string>> = {
  ready: 'Continue',
  failed: 'Continue',
  running: 'Show',
  done: 'Show',
};
const shownFirst = 5;

/** The last imports with what became of them; one that waits is gone on with, one that is done can be taken back. */
export function RecentImports({ onOpen }: { onOpen: (id: string) => void }) {
  const query = useImports();
  const [all, setAll] = useState(false);
  const files = query.data ?? [];
  return (
    <section aria-label="Last imports" className="min-w-0">
      <h4 className="mb-2 font-semibold">Last imports</h4>
      {query.isPending ? (
        <Loading label="Loading the last imports" className="space-y-3">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </Loading>
      ) : query.isError ? (
        <div className="panel">
          <ErrorState
            title="The last imports could not be loaded"
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        </div>
      ) : files.length === 0 ? (
        <div className="panel">
          <EmptyState compact title="Nothing was imported yet" text="Imports can be taken back for 7 days." />
        </div>
      ) : (
        <>
          <ul className="panel divide-y divide-border">
            {files.slice(0, all ? files.length : shownFirst).map((file) => (
              <Entry key={file.id} file={file} onOpen={onOpen} />
            ))}
          </ul>
          {files.length > shownFirst && !all ? (
            <Button look="quiet" className="mt-2" onClick={() => setAll(true)}>
              Show all {files.length}
            </Button>
          ) : null}
        </>
      )}
    </section>
  );
}

function Entry({ file, onOpen }: { file: ProspectImport; onOpen: (id: string) => void }) {
  const open = opens[file.state];
  return (
    <li className="px-4 py-3">
      <div className="flex items-center justify-between gap-3">
        <p dir="auto" title={file.fileName} className="truncate font-medium">
          {file.fileName}
        </p>
        <Badge tone={tones[file.state]}>{stateNames[file.state]}</Badge>
      </div>
      <p className="mt-0.5 text-sm text-muted">{file.message}</p>
      <div className="mt-1 flex min-h-9 flex-wrap items-center justify-between gap-x-3">
        <p className="text-sm text-muted">
          {file.createdBy}, <Ago instant={file.createdAt} />
        </p>
        <div className="-mr-3 flex">
          {file.canUndo ? <UndoImport file={file} look="quiet" /> : null}
          {open ? (
            <Button look="quiet" aria-label={`${open}: ${file.fileName}`} onClick={() => onOpen(file.id)}>
              {open}
            </Button>
          ) : null}
        </div>
      </div>
    </li>
  );
}
