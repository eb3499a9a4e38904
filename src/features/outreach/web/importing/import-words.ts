import type { DuplicateChoice, ImportState, ProspectImport } from '#features/outreach/import-contract.ts';
import { figure } from '#web/lib/figure.ts';

/** '1 prospect', '12,000 prospects'. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${figure(count)} ${count === 1 ? one : many}`;
}

export const stateNames: Record<ImportState, string> = {
  reading: 'Being read',
  ready: 'Waiting',
  running: 'Importing',
  done: 'Imported',
  cancelled: 'Cancelled',
  failed: 'Failed',
  undone: 'Taken back',
};

type Counts = ProspectImport['counts'];

/** Rows that an import with this choice writes; duplicates of earlier rows of the file are among those of `update`. */
export function rowsToWrite({ ok, duplicate }: Counts, duplicates: DuplicateChoice): number {
  return duplicates === 'skip' ? ok : ok + duplicate;
}

/** What the button that starts an import says: what it will do, with its figures. */
export function startLabel(counts: Counts, duplicates: DuplicateChoice): string {
  const added = duplicates === 'add' ? counts.ok + counts.duplicate : counts.ok;
  if (duplicates !== 'update' || counts.duplicate === 0) return `Import ${counted(added, 'prospect')}`;
  return added === 0 ? 'Update the prospects' : `Import ${counted(added, 'prospect')}, update the others`;
}

/** How many columns of the file go somewhere, and which do not, in a sentence. */
export function columnsInWords(headers: readonly string[], fields: readonly (string | null)[]): string {
  const left = headers.filter((_, index) => (fields[index] ?? null) === null);
  const used = headers.length - left.length;
  const all = `${figure(used)} of ${counted(headers.length, 'column')} imported.`;
  if (left.length === 0) return all;
  const named = left.slice(0, 3).map((name) => `“${name}”`);
  const more = left.length - named.length;
  return `${all} Left out: ${named.join(', ')}${more > 0 ? ` and ${figure(more)} more` : ''}.`;
}

/** '3.4 MB', '12 KB'. */
export function sizeInWords(bytes: number): string {
  const megabytes = bytes / 1024 / 1024;
  return megabytes >= 1 ? `${megabytes.toFixed(1)} MB` : `${Math.max(1, Math.round(bytes / 1024))} KB`;
}
