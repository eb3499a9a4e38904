import { useState } from 'react';
import { type ModuleType, modules } from '#shared/modules.ts';
import { shortDate } from '#web/lib/dates.ts';
import { useZone } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { billingApi } from '../contract.ts';
import { useModuleChange } from './use-module-change.ts';

interface RemoveModuleProps {
  moduleType: ModuleType;
  currentPeriodEnd: string | null;
}

/** Ends a module, after a plain question that says when and what stays. */
export function RemoveModule({ moduleType, currentPeriodEnd }: RemoveModuleProps) {
  const [asking, setAsking] = useState(false);
  const zone = useZone();
  const now = useNow();
  const { name } = modules[moduleType];
  const later = currentPeriodEnd !== null && new Date(currentPeriodEnd) > now;
  const when = later ? `on ${shortDate(currentPeriodEnd, zone)}` : 'now';
  const remove = useModuleChange(billingApi.endpoints.removeModule, {
    onSuccess: () => {
      setAsking(false);
      toast({ title: 'Module removed', description: later ? `${name} works until it ends ${when}.` : name });
    },
    onError: (error) => {
      setAsking(false);
      toast({ title: 'The module was not removed', description: error.message, tone: 'danger' });
    },
  });
  return (
    <>
      <Button
        look="danger-quiet"
        className="-mr-3.5"
        aria-label={`Remove ${name}`}
        onClick={() => setAsking(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Remove ${name}?`}
        text={`It ends ${when} for everyone in your organization${later ? ' and works until then' : ''}. Its data stays and is there again when you add the module.`}
        action="Remove module"
        busy={remove.isPending && 'Removing...'}
        onConfirm={() => remove.mutate({ params: { moduleType } })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
