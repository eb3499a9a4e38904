import type { ProspectSelection } from '#features/outreach/contract.ts';
import { type Sequence, sequenceApi } from '#features/outreach/sequence-contract.ts';
import { call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { prospectQueries } from '../prospect-queries.ts';
import { prospectsWord } from '../prospects-word.ts';
import { sequenceQueries } from './sequence-queries.ts';

const { enrol, undoEnrol } = sequenceApi.endpoints;
const undoMs = 10_000;

async function undo(batchId: string): Promise<void> {
  try {
    const { removed, kept } = await call(undoEnrol, { params: { batchId } });
    const stay = `${prospectsWord(kept)} got the first email already and ${kept === 1 ? 'stays' : 'stay'}.`;
    toast({
      title: 'Undone',
      description: `${prospectsWord(removed)} taken out again.${kept === 0 ? '' : ` ${stay}`}`,
    });
  } catch (error) {
    toast({
      title: 'The prospects were not taken out',
      description: messageOf(error, 'Try again in a moment.'),
      tone: 'danger',
    });
  }
  await refresh([...sequenceQueries, ...prospectQueries]);
}

/** Takes prospects into a sequence, with an Undo. True when it was done. */
export async function enrolProspects(
  { id, name }: Pick<Sequence, 'id' | 'name'>,
  selection: ProspectSelection,
): Promise<boolean> {
  try {
    const { taken, leftOut, batchId } = await call(enrol, { params: { id }, body: { selection } });
    const left = Object.values(leftOut).reduce((sum, count) => sum + count, 0);
    toast({
      title: `${prospectsWord(taken)} added to ${name}`,
      ...(left === 0 ? {} : { description: `${prospectsWord(left)} left out.` }),
      ...(batchId ? { durationMs: undoMs, action: { label: 'Undo', run: () => undo(batchId) } } : {}),
    });
    return true;
  } catch (error) {
    toast({
      title: 'The prospects were not added',
      description: messageOf(error, 'Try again in a moment.'),
      tone: 'danger',
    });
    return false;
  } finally {
    await refresh([...sequenceQueries, ...prospectQueries]);
  }
}
