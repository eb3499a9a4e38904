import { type LongList, patchHeld, useLongList } from '#web/long-list.ts';
import { type Prospect, type ProspectSort, prospectSort, prospectsApi } from '../contract.ts';
import { type ProspectStatus, prospectStatus } from '../prospect-status.ts';

const prospectList: LongList<Prospect> = {
  endpoint: prospectsApi.endpoints.list,
  idOf: ({ id }) => id,
  filter: { param: 'status', valueOf: ({ status }) => status },
};

const pageSize = '100';

export interface ProspectFilter {
  search: string;
  status: ProspectStatus | null;
  sort: ProspectSort;
}

/** The order that no address needs to say. */
export const usualSort: ProspectSort = 'businessName';

/** The filter that an address says; what is not known counts as not said. */
export function filterOf(params: Record<string, string | undefined>): ProspectFilter {
  const status = prospectStatus.safeParse(params.status);
  const sort = prospectSort.safeParse(params.sort);
  return {
    search: (params.search ?? '').slice(0, 200),
    status: status.success ? status.data : null,
    sort: sort.success ? sort.data : usualSort,
  };
}

/** The prospects under a filter, in pages that follow the server's cursor. */
export function useProspects({ search, status, sort }: ProspectFilter) {
  return useLongList(prospectList, { limit: pageSize, search, sort, ...(status ? { status } : {}) });
}

/** Puts a changed prospect into every list that holds it or should, at once. */
export function patchLists(id: string, change: Partial<Prospect>): void {
  patchHeld(prospectList, id, change);
}
