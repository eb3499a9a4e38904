import { useNavigate } from '@tanstack/react-router';
import { call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { useUnsaved } from '#web/ui/use-unsaved.tsx';
import { newProspect, prospectsApi } from '../contract.ts';
import { ProspectFieldset } from './prospect-fields.tsx';
import { prospectQueries } from './prospect-queries.ts';
import { changedValues, emptyValues, type ProspectValues } from './prospect-values.ts';

function bodyOf(values: ProspectValues) {
  return { ...changedValues(emptyValues, values), businessName: values.businessName.trim() };
}

export function NewProspectDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm({
    initial: emptyValues,
    check: (values) => Promise.resolve(issuesOf(newProspect.safeParse(bodyOf(values)))),
    submit: async (values) => {
      const { id } = await call(prospectsApi.endpoints.create, { body: bodyOf(values) });
      release();
      // In place of the form: Back from the prospect goes to the list.
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, add: undefined, prospect: id }),
        replace: true,
        state: (before) => before,
        resetScroll: false,
      });
      await refresh(prospectQueries);
    },
    failed: (error) =>
      toast({
        title: 'The prospect was not added',
        description: messageOf(error, 'Try again in a moment.'),
        tone: 'danger',
      }),
  });
  const { question, release } = useUnsaved(Object.keys(changedValues(emptyValues, form.values)).length > 0);

  return (
    <FormDialog
      form={form}
      title="Add prospect"
      description="Only the name of the business is needed; the rest can follow."
      action="Add prospect"
      busy="Adding..."
      beside={question}
      onClose={onClose}
    >
      <ProspectFieldset form={form} columns={2} />
    </FormDialog>
  );
}
