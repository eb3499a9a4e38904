import { useState } from 'react';
import { dashboardApi } from '#features/dashboard/contract.ts';
import { mailApi } from '#features/mail/contract.ts';
import { useAction } from '#web/query.ts';
import { useMe } from '#web/session.tsx';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { type LeadDetail, leadsApi } from '../contract.ts';
import { leadName } from '../format.ts';

export function DeleteLead({ lead, onDeleted }: { lead: LeadDetail; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false);
  const { organization } = useMe();
  const remove = useAction(leadsApi.endpoints.remove, {
    refreshes: [leadsApi.endpoints.list, mailApi.endpoints.threads, dashboardApi.endpoints.stats],
    onSuccess: () => {
      onDeleted();
      toast({ title: 'Lead deleted', description: leadName(lead) });
    },
    onError: (error) => {
      setAsking(false);
      toast({ title: 'The lead was not deleted', description: error.message, tone: 'danger' });
    },
  });
  const messages = lead.message_count === 1 ? 'its message' : `its ${lead.message_count} messages`;

  return (
    <>
      <Button look="danger-quiet" className="-ml-3.5" onClick={() => setAsking(true)}>
        Delete lead
      </Button>
      <ConfirmDialog
        open={asking}
        title={`Delete the lead ${leadName(lead)}?`}
        text={`The lead${lead.message_count > 0 ? ` and ${messages}` : ''} will be gone for everyone at ${organization.name}. This cannot be undone.`}
        action="Delete lead"
        busy={remove.isPending && 'Deleting...'}
        onConfirm={() => remove.mutate({ params: { thread_id: lead.thread_id } })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
