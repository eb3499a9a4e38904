import { dashboardApi } from '#features/dashboard/contract.ts';
import { leadsApi } from '../contract.ts';

const { list, read, activity } = leadsApi.endpoints;

/** What shows leads themselves: read again when one has changed. */
export const leadQueries = [list, read, activity, dashboardApi.endpoints.stats];
