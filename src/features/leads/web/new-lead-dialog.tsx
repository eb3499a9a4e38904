import { useId } from 'react';
import { dashboardApi } from '#features/dashboard/contract.ts';
import { useAddress } from '#web/address.ts';
import { call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { leadsApi, newLead } from '../contract.ts';
import { emptyFields, fieldsBody, LeadFieldset } from './lead-fields.tsx';

export function NewLeadDialog({ onClose }: { onClose: () => void }) {
  const { set } = useAddress();
  const formId = useId();
  const form = useForm({
    initial: emptyFields,
    check: (values) => Promise.resolve(issuesOf(newLead.safeParse(fieldsBody(values)))),
    submit: async (values) => {
      const lead = await call(leadsApi.endpoints.create, { body: fieldsBody(values) });
      onClose();
      set({ lead: lead.thread_id });
      await refresh([leadsApi.endpoints.list, dashboardApi.endpoints.stats]);
    },
    failed: (error) =>
      toast({ title: 'The lead was not added', description: messageOf(error, 'Try again.'), tone: 'danger' }),
  });

  return (
    <Dialog
      open
      onClose={onClose}
      title="New lead"
      description="For a call, a visit or a card: a name or an email address is enough."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={form.busy && 'Adding...'}>
            Add lead
          </Button>
        </>
      }
    >
      <form id={formId} {...form.form} className="p-5">
        <LeadFieldset form={form} columns={2} />
      </form>
    </Dialog>
  );
}
