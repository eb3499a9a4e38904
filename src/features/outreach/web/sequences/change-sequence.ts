import { type Sequence, type SequenceState, sequenceApi } from '#features/outreach/sequence-contract.ts';
import { call, messageOf } from '#web/api.ts';
import { keyOf, queryClient, refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { sequenceQueries } from './sequence-queries.ts';

const { list, setState, remove } = sequenceApi.endpoints;

/** Puts a sequence as an answer brought it into the list. */
export function showSequence(sequence: Sequence): void {
  queryClient.setQueryData<Sequence[]>(keyOf(list), (held) => {
    if (!held) return held;
    const known = held.some(({ id }) => id === sequence.id);
    return known ? held.map((one) => (one.id === sequence.id ? sequence : one)) : [sequence, ...held];
  });
}

const said: Record<Exclude<SequenceState, 'draft'>, { title: string; description: string }> = {
  active: { title: 'Sequence started', description: 'Its emails leave within caps and hours.' },
  paused: { title: 'Sequence paused', description: 'Nothing more of it leaves until it is started again.' },
  archived: { title: 'Sequence put away', description: 'Nothing more of it leaves. What was sent stays.' },
};

/** Starts, pauses or puts away. True when it was done. */
export async function changeState(
  { id }: Pick<Sequence, 'id'>,
  state: Exclude<SequenceState, 'draft'>,
): Promise<boolean> {
  try {
    showSequence(await call(setState, { params: { id }, body: { state } }));
    toast(said[state]);
    return true;
  } catch (error) {
    toast({
      title: 'The sequence was not changed',
      description: messageOf(error, 'Try again in a moment.'),
      tone: 'danger',
    });
    return false;
  } finally {
    await refresh(sequenceQueries);
  }
}

/** Deletes a sequence that never sent anything. True when it was done. */
export async function deleteSequence({ id, name }: Pick<Sequence, 'id' | 'name'>): Promise<boolean> {
  try {
    await call(remove, { params: { id } });
    toast({ title: 'Sequence deleted', description: name });
    return true;
  } catch (error) {
    toast({
      title: 'The sequence was not deleted',
      description: messageOf(error, 'Try again in a moment.'),
      tone: 'danger',
    });
    return false;
  } finally {
    await refresh([list]);
  }
}
