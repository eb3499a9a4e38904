import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ProspectImport, prospectImportApi } from '#features/outreach/import-contract.ts';
import type { ApiError } from '#web/api.ts';
import { useEndpoint } from '#web/query.ts';

const { read, list } = prospectImportApi.endpoints;
/** Realtime messages are the usual way; this is for when they do not come. */
const pollMs = 2000;

function isMoving({ state }: ProspectImport): boolean {
  return state === 'reading' || state === 'running';
}

function usePolling(query: UseQueryResult<unknown, ApiError>, moving: boolean): void {
  const { refetch } = query;
  useEffect(() => {
    if (!moving) return undefined;
    // One that is on its way is waited for: the embedded database answers when the import is done.
    const timer = setInterval(() => void refetch({ cancelRefetch: false }), pollMs);
    return () => clearInterval(timer);
  }, [moving, refetch]);
}

/** One import, followed while it goes on. */
export function useImport(id: string): UseQueryResult<ProspectImport, ApiError> {
  const query = useEndpoint(read, { params: { id } });
  usePolling(query, query.data !== undefined && isMoving(query.data));
  return query;
}

/** The last imports, followed while one of them goes on. */
export function useImports(): UseQueryResult<ProspectImport[], ApiError> {
  const query = useEndpoint(list);
  usePolling(query, query.data?.some(isMoving) ?? false);
  return query;
}
