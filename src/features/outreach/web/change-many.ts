import { call, download, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { type ProspectSelection, type ProspectSort, prospectsApi } from '../contract.ts';
import { type ProspectStatus, prospectStatusNames } from '../prospect-status.ts';
import { prospectQueries } from './prospect-queries.ts';
import { prospectsWord } from './prospects-word.ts';

const { changeMany, undoMany, removeMany, exportCsv, exportEvidence } = prospectsApi.endpoints;
const undoMs = 10_000;

function failed(title: string, error: unknown): void {
  toast({ title, description: messageOf(error, 'Try again in a moment.'), tone: 'danger' });
}

async function undo(batchId: string): Promise<void> {
  try {
    const { changed, unchanged } = await call(undoMany, { params: { batchId }, body: {} });
    const left =
      unchanged === 0
        ? ''
        : ` ${prospectsWord(unchanged)} changed since and stayed as ${unchanged === 1 ? 'it is' : 'they are'}.`;
    toast({ title: 'Undone', description: `${prospectsWord(changed)} put back.${left}` });
  } catch (error) {
    failed('The change was not undone', error);
  }
  await refresh(prospectQueries);
}

/** Gives many prospects a status, with an Undo for all of them. True when it was done. */
export async function setStatusOfMany(
  selection: ProspectSelection,
  status: ProspectStatus,
): Promise<boolean> {
  try {
    const { changed, unchanged, batchId } = await call(changeMany, { body: { selection, status } });
    const name = prospectStatusNames[status];
    const before = unchanged === 0 ? '' : ` ${prospectsWord(unchanged)} stayed as before.`;
    toast({
      title: changed === 0 ? 'Nothing to change' : 'Status Updated',
      description: `${changed === 0 ? '' : `${prospectsWord(changed)} set to ${name}.`}${before}`.trim(),
      ...(batchId ? { durationMs: undoMs, action: { label: 'Undo', run: () => undo(batchId) } } : {}),
    });
    return true;
  } catch (error) {
    failed('The prospects were not changed', error);
    return false;
  } finally {
    await refresh(prospectQueries);
  }
}

/** Deletes many prospects for good. True when it was done. */
export async function deleteMany(selection: ProspectSelection): Promise<boolean> {
  try {
    const { removed } = await call(removeMany, { body: { selection } });
    toast({ title: `${prospectsWord(removed)} deleted` });
    return true;
  } catch (error) {
    failed('The prospects were not deleted', error);
    return false;
  } finally {
    await refresh(prospectQueries);
  }
}

/** Saves prospects as a CSV file that can be imported again. */
export async function saveAsCsv(selection: ProspectSelection, sort: ProspectSort): Promise<void> {
  try {
    await download(exportCsv, { body: { selection, sort } }, 'prospects.csv');
  } catch (error) {
    failed('The prospects were not exported', error);
  }
}

/** Saves why prospects may be written to: basis, source, when and by whom it was recorded, and the rule. */
export async function saveEvidence(selection: ProspectSelection, sort: ProspectSort): Promise<void> {
  try {
    await download(exportEvidence, { body: { selection, sort } }, 'consent-evidence.csv');
  } catch (error) {
    failed('The evidence was not exported', error);
  }
}
