import { moduleWords } from '#features/landing/module-words.ts';
import { type ModuleType, modules } from '#shared/modules.ts';
import { toast } from '#web/toast.ts';
import { billingApi } from '../contract.ts';
import { useModuleChange } from './use-module-change.ts';

function addedText(added: ModuleType): string {
  const { name } = modules[added];
  const { note } = moduleWords[added];
  return note === null
    ? `${name} is ready. It is charged from the next period.`
    : `${name}: ${note} It is charged from the next period.`;
}

/** Adds a module, with the specification's words for success and failure. `done` is called after either. */
export function useAddModule(done: () => void = () => undefined) {
  const action = useModuleChange(billingApi.endpoints.addModule, {
    onSuccess: (_, request) => {
      const added = request.body?.moduleType;
      done();
      toast({
        title: 'Module Added Successfully',
        ...(added ? { description: addedText(added) } : {}),
      });
    },
    onError: (error) => {
      done();
      toast({ title: 'Failed to Add Module', description: error.message, tone: 'danger' });
    },
  });
  return {
    add: (moduleType: ModuleType) => action.mutate({ body: { moduleType } }),
    adding: action.isPending ? (action.variables.body?.moduleType ?? null) : null,
  };
}
