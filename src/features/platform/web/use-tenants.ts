import { keepPreviousData } from '@tanstack/react-query';
import { usePages } from '#web/query.ts';
import { platformApi, type TenantSort } from '../contract.ts';

/** Dashboards of the platform are read again this often, milliseconds (specification section 9). */
export const readAgainMs = 30_000;

/** The sums over all tenants and, in pages, those that the search finds. */
export function useTenants(search: string, sort: TenantSort) {
  return usePages(
    platformApi.endpoints.overview,
    { query: { sort, ...(search ? { search } : {}) } },
    { placeholderData: keepPreviousData, refetchInterval: readAgainMs },
  );
}
