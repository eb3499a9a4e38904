import { call, messageOf } from '#web/api.ts';
import { keyOf, queryClient, refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { type Lead, type LeadDetail, leadsApi } from '../contract.ts';
import { leadQueries } from './lead-queries.ts';
import { patchLists } from './use-leads.ts';

const { read, update } = leadsApi.endpoints;

export type LeadChange = Partial<Pick<LeadDetail, 'stage' | 'assignee_id' | 'follow_up_at'>>;

function show(threadId: string, change: LeadChange): void {
  queryClient.setQueryData<LeadDetail>(keyOf(read, { params: { thread_id: threadId } }), (data) =>
    data ? { ...data, ...change } : data,
  );
  patchLists({ thread_id: threadId, ...change });
}

/** Shows a change at once, and what was there before with the reason if the server refuses. */
export async function changeLead(lead: Lead, change: LeadChange, failure: string): Promise<void> {
  show(lead.thread_id, change);
  try {
    await call(update, { params: { thread_id: lead.thread_id }, body: change });
  } catch (error) {
    show(lead.thread_id, {
      ...('stage' in change ? { stage: lead.stage } : {}),
      ...('assignee_id' in change ? { assignee_id: lead.assignee_id } : {}),
      ...('follow_up_at' in change ? { follow_up_at: lead.follow_up_at } : {}),
    });
    toast({
      title: failure,
      description: messageOf(error, 'Try again in a moment.'),
      tone: 'danger',
    });
  }
  await refresh(leadQueries);
}
