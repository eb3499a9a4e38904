import { dashboardApi } from '#features/dashboard/contract.ts';
import { prospectsApi } from '../contract.ts';

const { list, read } = prospectsApi.endpoints;

/** What shows prospects, or counts them: read again when one has changed. */
export const prospectQueries = [list, read, dashboardApi.endpoints.stats];
