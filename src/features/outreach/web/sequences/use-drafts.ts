import { type OutreachEmail, outreachEmailApi } from '#features/outreach/email-contract.ts';
import { type LongList, useLongList } from '#web/long-list.ts';

const draftList: LongList<OutreachEmail> = {
  endpoint: outreachEmailApi.endpoints.drafts,
  idOf: ({ id }) => id,
  filter: { param: 'state', valueOf: ({ state }) => state },
};

/** Emails that wait for a person, the oldest first; `matching` is how many there are. */
export function useDrafts() {
  return useLongList(draftList, { limit: '50' });
}
