import { heldRow, type LongList, patchHeld, useLongList } from '#web/long-list.ts';
import { type Lead, type LeadSort, leadSort, leadsApi } from '../contract.ts';
import { type LeadStage, leadStage } from '../stage.ts';

const leadList: LongList<Lead> = {
  endpoint: leadsApi.endpoints.list,
  idOf: ({ thread_id }) => thread_id,
  filter: { param: 'stage', valueOf: ({ stage }) => stage },
};

export interface LeadFilter {
  search: string;
  /** The search looks in the messages as well. */
  searchMessages: boolean;
  stage: LeadStage | null;
  sort: LeadSort;
}

/** The filter that an address says; what is not known counts as not said. */
export function filterOf(params: Record<string, string | undefined>): LeadFilter {
  const stage = leadStage.safeParse(params.stage);
  const sort = leadSort.safeParse(params.sort);
  return {
    search: (params.search ?? '').slice(0, 200),
    searchMessages: params.in === 'messages',
    stage: stage.success ? stage.data : null,
    sort: sort.success ? sort.data : 'latest_updated',
  };
}

/** The leads under a filter, in pages that follow the server's cursor. */
export function useLeads({ search, searchMessages, stage, sort }: LeadFilter) {
  return useLongList(leadList, {
    limit: '100',
    search,
    sort,
    ...(search !== '' && searchMessages ? { searchMessages: '1' } : {}),
    ...(stage ? { stage } : {}),
  });
}

/** A lead from any list that is held. */
export function heldLead(threadId: string): Lead | undefined {
  return heldRow(leadList, threadId);
}

/** Puts a changed lead into every list that holds it or should, at once. */
export function patchLists({ thread_id, ...change }: Pick<Lead, 'thread_id'> & Partial<Lead>): void {
  patchHeld(leadList, thread_id, change);
}
