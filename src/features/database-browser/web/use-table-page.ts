import { useQuery } from '@tanstack/react-query';
import { type ApiError, call } from '#web/api.ts';
import { keyOf } from '#web/query.ts';
import { databaseApi, type TablePage } from '../contract.ts';

const { table: endpoint } = databaseApi.endpoints;

/** One page of a table; while another page of the same table is read, the last one stays. */
export function useTablePage(tableName: string, page: number, enabled: boolean) {
  const key = (of: number) => keyOf(endpoint, { params: { tableName }, query: { page: String(of) } });
  return useQuery<TablePage, ApiError>({
    queryKey: key(page),
    queryFn: ({ signal }) =>
      call(endpoint, { params: { tableName }, query: { page: String(page) } }, { signal }),
    enabled,
    placeholderData: (data, before) =>
      data && JSON.stringify(before?.queryKey) === JSON.stringify(key(data.pagination.page))
        ? data
        : undefined,
  });
}
