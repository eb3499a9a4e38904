import { keepPreviousData } from '@tanstack/react-query';
import { type ImportRow, prospectImportApi } from '#features/outreach/import-contract.ts';
import { usePages } from '#web/query.ts';

/** Which rows are looked at: all, those of a state, or those with a problem. */
export interface RowFilter {
  state: ImportRow['state'] | null;
  problem: string | null;
}

/** The rows of an import under a filter, in pages that follow the server's cursor. */
export function useImportRows(id: string, { state, problem }: RowFilter) {
  const filter = { ...(state ? { state } : {}), ...(problem ? { problem } : {}) };
  return usePages(
    prospectImportApi.endpoints.rows,
    { params: { id }, query: { limit: '100', ...filter } },
    { placeholderData: keepPreviousData },
  );
}
