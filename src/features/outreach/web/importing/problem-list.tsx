import { Download } from 'lucide-react';
import { type ProspectImport, prospectImportApi } from '#features/outreach/import-contract.ts';
import { download, messageOf } from '#web/api.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';

const tones = { rejected: 'bg-danger', warning: 'bg-warning-text', duplicate: 'bg-violet-text' } as const;
const outcomes = { rejected: ', left out', warning: ', kept', duplicate: '' } as const;

/** Saves the rejected rows, or says why not. */
export async function downloadRejected({ id, fileName }: ProspectImport): Promise<void> {
  try {
    await download(prospectImportApi.endpoints.rejected, { params: { id } }, `rejected-${fileName}`);
  } catch (error) {
    toast({
      title: 'The rejected rows were not saved',
      description: messageOf(error, 'Try again in a moment.'),
      tone: 'danger',
    });
  }
}

interface ProblemListProps {
  file: ProspectImport;
  /** The problem whose rows are shown. */
  selected: string | null;
  onSelect: (key: string | null) => void;
}

/** Rows with the same problem together; pressing one shows its rows. */
export function ProblemList({ file, selected, onSelect }: ProblemListProps) {
  if (file.problems.length === 0) return null;
  return (
    <section aria-label="Problems">
      <h4 className="font-semibold">What was found</h4>
      <ul className="mt-1 -mx-2">
        {file.problems.map(({ key, kind, reason }) => (
          <li key={key}>
            <button
              type="button"
              aria-pressed={selected === key}
              onClick={() => onSelect(selected === key ? null : key)}
              className={cx(
                'flex w-full items-start gap-2.5 rounded-md px-2 py-1 text-left pointer-coarse:min-h-11 pointer-coarse:items-center',
                selected === key ? 'bg-theme-quiet' : 'hover:bg-hover',
              )}
            >
              <span
                aria-hidden
                className={`mt-2 size-1.5 pointer-coarse:mt-0 shrink-0 rounded-full ${tones[kind]}`}
              />
              <span className="min-w-0 grow">
                {reason}
                <span className="text-muted">{outcomes[kind]}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {file.hasRejected ? (
        <>
          <Button className="mt-2" onClick={() => void downloadRejected(file)}>
            <Download size={16} aria-hidden />
            Download the rejected rows
          </Button>
          <p className="mt-1.5 text-sm text-muted">
            With their reasons, to correct them and import that file as well.
          </p>
        </>
      ) : null}
    </section>
  );
}
