import { Button } from '#web/ui/button.tsx';
import { cancelImport, dismissImport, type ImportRun, type NotStored, useImportRun } from './import-run.ts';

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-AU')} ${count === 1 ? one : many}`;
}

const headings: Record<ImportRun['state'], string> = {
  reading: 'Reading the files',
  running: 'Importing emails',
  done: 'Import finished',
  cancelled: 'Import cancelled',
  failed: 'The import stopped',
};

function summaryOf(run: ImportRun): string {
  const parts = [
    counted(run.stored, 'message stored', 'messages stored'),
    counted(run.leads, 'new lead', 'new leads'),
    run.duplicates > 0 ? `${counted(run.duplicates, 'message', 'messages')} already there` : '',
    run.notStored.length > 0 ? `${run.notStored.length.toLocaleString('en-AU')} not stored` : '',
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Progress and result of an import, in place, above the list that it fills. */
export function ImportPanel() {
  const run = useImportRun();
  if (!run) return null;
  const active = run.state === 'reading' || run.state === 'running';

  return (
    <section aria-label="Import of emails" className="panel rise mt-3 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow">
          <h2 className="font-semibold">{headings[run.state]}</h2>
          <output className="figures block text-sm text-muted">
            {run.state === 'running'
              ? `${run.handled.toLocaleString('en-AU')} of ${counted(run.messages, 'message', 'messages')}`
              : run.state === 'reading'
                ? 'Counting the messages'
                : summaryOf(run)}
            {active && run.waiting > 0
              ? ` · ${counted(run.waiting, 'more file', 'more files')} waiting`
              : null}
          </output>
        </div>
        {active ? (
          <Button onClick={cancelImport}>Cancel</Button>
        ) : (
          <Button onClick={dismissImport}>Done</Button>
        )}
      </div>
      {active ? (
        <progress
          aria-label="Messages imported"
          max={Math.max(1, run.messages)}
          value={run.handled}
          className="progress mt-3"
        />
      ) : null}
      {run.failure ? <p className="mt-2 text-danger-text">{run.failure}</p> : null}
      {run.state === 'cancelled' || run.state === 'failed' ? (
        <p className="mt-1 text-sm text-muted">
          What was stored stays, also what was on its way just then. Importing the same files again adds only
          what is missing.
        </p>
      ) : null}
      {!active && run.notStored.length > 0 ? <Reasons entries={run.notStored} /> : null}
    </section>
  );
}

const shownReasons = 200;

function Reasons({ entries }: { entries: readonly NotStored[] }) {
  return (
    <details className="mt-2" open={entries.length <= 5}>
      <summary className="w-fit rounded-sm text-sm font-medium">Not stored, and why</summary>
      <ul className="mt-2 max-h-56 space-y-1.5 overflow-y-auto text-sm">
        {entries.slice(0, shownReasons).map((entry) => (
          <li key={`${entry.file} ${entry.position} ${entry.reason}`} className="break-words">
            <span dir="auto" className="font-medium">
              {entry.file}
            </span>
            {entry.position === null ? '' : `, message ${entry.position.toLocaleString('en-AU')}`}
            <span className="text-muted">: {entry.reason}</span>
          </li>
        ))}
        {entries.length > shownReasons ? (
          <li className="text-muted">and {(entries.length - shownReasons).toLocaleString('en-AU')} more</li>
        ) : null}
      </ul>
    </details>
  );
}
