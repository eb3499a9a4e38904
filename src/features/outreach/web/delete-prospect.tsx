import { useState } from 'react';
import { useAction } from '#web/query.ts';
import { useMe } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { type ProspectDetail, prospectsApi } from '../contract.ts';
import { prospectQueries } from './prospect-queries.ts';

interface DeleteProspectProps {
  prospect: ProspectDetail;
  onDeleted: () => void;
}

export function DeleteProspect({ prospect, onDeleted }: DeleteProspectProps) {
  const { id, businessName } = prospect;
  const [asking, setAsking] = useState(false);
  const { organization } = useMe();
  const remove = useAction(prospectsApi.endpoints.remove, {
    refreshes: prospectQueries.filter((endpoint) => endpoint !== prospectsApi.endpoints.read),
    onSuccess: () => {
      onDeleted();
      toast({ title: 'Prospect deleted', description: businessName });
    },
    onError: (error) => {
      setAsking(false);
      toast({ title: 'The prospect was not deleted', description: error.message, tone: 'danger' });
    },
  });

  return (
    <>
      <Button look="danger-quiet" className="-ml-3.5" onClick={() => setAsking(true)}>
        Delete prospect
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Delete ${businessName}?`}
        text={`The prospect and what happened to it will be gone for everyone at ${organization.name}. This cannot be undone.`}
        action="Delete prospect"
        busy={remove.isPending && 'Deleting...'}
        onConfirm={() => remove.mutate({ params: { id } })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
