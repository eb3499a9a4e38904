import { type Enrolment, sequenceApi } from '#features/outreach/sequence-contract.ts';
import { call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { sequenceQueries } from './sequence-queries.ts';

/** Pauses, goes on with or stops a sequence for one prospect. True when it was done. */
export async function changeEnrolment(
  { id }: Pick<Enrolment, 'id'>,
  state: 'active' | 'paused' | 'stopped',
): Promise<boolean> {
  try {
    await call(sequenceApi.endpoints.changeEnrolment, { params: { id }, body: { state } });
    return true;
  } catch (error) {
    toast({
      title: 'The prospect stays as it was',
      description: messageOf(error, 'Try again in a moment.'),
      tone: 'danger',
    });
    return false;
  } finally {
    await refresh(sequenceQueries);
  }
}
