import { useEffect, useState } from 'react';
import { call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { EditFoot } from '#web/ui/edit-foot.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { useUnsaved } from '#web/ui/use-unsaved.tsx';
import { type ProspectDetail, prospectsApi, prospectUpdate } from '../contract.ts';
import { ProspectFieldset } from './prospect-fields.tsx';
import { prospectQueries } from './prospect-queries.ts';
import { changedValues, valuesOf } from './prospect-values.ts';

/** The field that editing begins with. */
export type EditedField = 'businessName' | 'contactEmail' | 'basis';

interface EditProspectProps {
  prospect: ProspectDetail;
  begin: EditedField;
  onDone: () => void;
}

/** Edits a prospect in its place; what was not touched is not sent. */
export function EditProspect({ prospect, begin, onDone }: EditProspectProps) {
  // As it was when the editing began: what others change meanwhile is not written over.
  const [before] = useState(() => valuesOf(prospect));
  const form = useForm({
    initial: before,
    check: (values) => Promise.resolve(issuesOf(prospectUpdate.safeParse(changedValues(before, values)))),
    submit: async (values) => {
      const body = changedValues(before, values);
      if (Object.keys(body).length > 0) {
        await call(prospectsApi.endpoints.update, { params: { id: prospect.id }, body });
        await refresh(prospectQueries);
      }
      release();
      onDone();
    },
    failed: (error) =>
      toast({
        title: 'The prospect was not saved',
        description: messageOf(error, 'Try again in a moment.'),
        tone: 'danger',
      }),
  });
  const { question, release } = useUnsaved(Object.keys(changedValues(before, form.values)).length > 0);

  const place = form.form.ref;
  useEffect(() => {
    place.current?.querySelector<HTMLElement>(`[name="${begin}"]`)?.focus();
  }, [place, begin]);

  return (
    <form {...form.form} className="space-y-4">
      <ProspectFieldset form={form} columns={1} />
      <EditFoot
        isBusy={form.busy}
        onCancel={() => {
          release();
          onDone();
        }}
      />
      {question}
    </form>
  );
}
