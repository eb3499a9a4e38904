import type { DuplicateChoice, ProspectImport } from '#features/outreach/import-contract.ts';
import { changeImportDraft } from './import-draft.ts';

const choices: readonly { value: DuplicateChoice; name: string; text: string }[] = [
  { value: 'skip', name: 'Leave them out', text: 'What is there stays as it is.' },
  {
    value: 'update',
    name: 'Update what is there',
    text: 'With what the file says; empty cells change nothing.',
  },
  { value: 'add', name: 'Add them as well', text: 'There will be two of each.' },
];

interface DuplicateChoiceFieldProps {
  file: ProspectImport;
  chosen: DuplicateChoice;
}

/** What to do with rows that are there already. */
export function DuplicateChoiceField({ file, chosen }: DuplicateChoiceFieldProps) {
  if (file.counts.duplicate === 0) return null;
  return (
    <fieldset>
      <legend className="font-semibold">Duplicates Found</legend>
      <p className="mt-0.5 mb-2 text-sm text-muted">{file.message}</p>
      <div className="space-y-2">
        {choices.map(({ value, name, text }) => (
          <label key={value} className="flex items-start gap-2.5">
            <input
              type="radio"
              name="duplicates"
              value={value}
              checked={chosen === value}
              onChange={() => changeImportDraft(file.id, { duplicates: value })}
              className="mt-0.5 size-4.5 shrink-0 accent-brand"
            />
            <span>
              {name}
              <span className="block text-sm text-muted">{text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
