import { authApi } from '#features/auth/contract.ts';
import { dashboardApi } from '#features/dashboard/contract.ts';
import { paymentsApi } from '#features/payments/contract.ts';
import type { Output, Request } from '#shared/endpoint.ts';
import type { ApiError } from '#web/api.ts';
import { keyOf, queryClient, useAction } from '#web/query.ts';
import { billingApi } from '../contract.ts';

const { addModule, removeModule, read, usage } = billingApi.endpoints;

interface Answered<E extends typeof addModule | typeof removeModule> {
  onSuccess: (answer: Output<E>, request: Request<E>) => void;
  onError: (error: ApiError) => void;
}

/** Adds or ends a module: its answer is the subscription as it is now, and what depends on the modules is read again. */
export function useModuleChange<E extends typeof addModule | typeof removeModule>(
  endpoint: E,
  { onSuccess, onError }: Answered<E>,
) {
  return useAction(endpoint, {
    refreshes: [usage, paymentsApi.endpoints.account, authApi.endpoints.me, dashboardApi.endpoints.stats],
    onSuccess: (answer, request) => {
      queryClient.setQueryData(keyOf(read), answer);
      onSuccess(answer, request);
    },
    onError,
  });
}
