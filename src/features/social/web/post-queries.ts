import { dashboardApi } from '#features/dashboard/contract.ts';
import { socialApi } from '../contract.ts';
import { publishingApi } from '../publishing-contract.ts';
import { socialApiOfSettings } from '../settings-contract.ts';

const { list, entries, overview, read } = socialApi.endpoints;
const { deliveries } = publishingApi.endpoints;

/** What shows posts, or counts them: read again when one has changed. The settings say the next free slots. */
export const postQueries = [
  list,
  entries,
  overview,
  read,
  deliveries,
  dashboardApi.endpoints.stats,
  socialApiOfSettings.endpoints.read,
];
