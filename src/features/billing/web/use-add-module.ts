import { authApi } from '#features/auth/contract.ts';
import { dashboardApi } from '#features/dashboard/contract.ts';
import { type ModuleType, modules } from '#shared/modules.ts';
import { queryClient, useAction } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { billingApi } from '../contract.ts';

/** Adds a module, with the specification's words for success and failure. */
export function useAddModule() {
  const action = useAction(billingApi.endpoints.addModule, {
    refreshes: [billingApi.endpoints.usage, authApi.endpoints.me, dashboardApi.endpoints.stats],
    onSuccess: (answer, request) => {
      queryClient.setQueryData([billingApi.endpoints.read.path, {}], answer);
      const added = request.body?.moduleType;
      toast({
        title: 'Module Added Successfully',
        ...(added
          ? { description: `${modules[added].name} is ready. It is charged from the next period.` }
          : {}),
      });
    },
    onError: (error) => toast({ title: 'Failed to Add Module', description: error.message, tone: 'danger' }),
  });
  return {
    add: (moduleType: ModuleType) => action.mutate({ body: { moduleType } }),
    adding: action.isPending ? (action.variables.body?.moduleType ?? null) : null,
  };
}
