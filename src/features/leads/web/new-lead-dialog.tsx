import { useNavigate } from '@tanstack/react-router';
import { dashboardApi } from '#features/dashboard/contract.ts';
import { call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { useUnsaved } from '#web/ui/use-unsaved.tsx';
import { leadsApi, newLead } from '../contract.ts';
import { emptyFields, fieldsBody, LeadFieldset } from './lead-fields.tsx';

export function NewLeadDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({
    initial: emptyFields,
    check: (values) => Promise.resolve(issuesOf(newLead.safeParse(fieldsBody(values)))),
    submit: async (values) => {
      const lead = await call(leadsApi.endpoints.create, { body: fieldsBody(values) });
      release();
      // In place of the form: Back from the lead goes to the list.
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, add: undefined, lead: lead.thread_id }),
        replace: true,
        state: (before) => before,
        resetScroll: false,
      });
      await refresh([leadsApi.endpoints.list, dashboardApi.endpoints.stats]);
    },
    failed: (error) =>
      toast({ title: 'The lead was not added', description: messageOf(error, 'Try again.'), tone: 'danger' }),
  });

  const { question, release } = useUnsaved(
    Object.values(fieldsBody(form.values)).some((value) => value !== null),
  );

  return (
    <FormDialog
      form={form}
      title="New lead"
      description="For a call, a visit or a card: a name or an email address is enough."
      action="Add lead"
      busy="Adding..."
      beside={question}
      onClose={onClose}
    >
      <LeadFieldset form={form} columns={2} />
    </FormDialog>
  );
}
