import { operatorApi } from '#features/billing/operator-contract.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { useAction } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { platformApi } from '../contract.ts';

/** What any change of a tenant's subscription changes on the operator's screens. */
export const changedByOperator: readonly Endpoint[] = [
  operatorApi.endpoints.tenant,
  operatorApi.endpoints.overview,
  platformApi.endpoints.tenant,
  platformApi.endpoints.overview,
  platformApi.endpoints.modulesSummary,
];

/** A change of the operator that needs no dialog of its own. */
export function useOperator<E extends Endpoint>(endpoint: E, done: string) {
  return useAction(endpoint, {
    refreshes: changedByOperator,
    onSuccess: () => toast({ title: done }),
    onError: (error) => toast({ title: 'Nothing was changed', description: error.message, tone: 'danger' }),
  });
}
