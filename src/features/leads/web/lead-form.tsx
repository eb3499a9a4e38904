import { useEffect, useState } from 'react';
import { call, messageOf } from '#web/api.ts';
import { refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { EditFoot } from '#web/ui/edit-foot.tsx';
import { issuesOf, useForm } from '#web/ui/use-form.ts';
import { useUnsaved } from '#web/ui/use-unsaved.tsx';
import { type LeadDetail, leadsApi, leadUpdate } from '../contract.ts';
import { fieldsBody, type LeadFields, LeadFieldset } from './lead-fields.tsx';

const { activity, list, read, update } = leadsApi.endpoints;

function valuesOf(lead: LeadDetail): LeadFields {
  return {
    name: lead.name ?? '',
    contact_email: lead.contact_email ?? '',
    phone_number: lead.phone_number ?? '',
    company: lead.company ?? '',
    advertising_goal: lead.advertising_goal ?? '',
    billboard: lead.billboard ?? '',
    budget: lead.budget ?? '',
    duration: lead.duration ?? '',
    period: lead.period ?? '',
  };
}

/** Only what was changed is sent, so that what was read from mail keeps its source. */
function changes(before: LeadFields, values: LeadFields): Record<string, string | null> {
  const known: Record<string, string | null> = fieldsBody(before);
  return Object.fromEntries(
    Object.entries(fieldsBody(values)).filter(([name, value]) => known[name] !== value),
  );
}

/** Edits contact and campaign in their place. */
export function LeadForm({ lead, onDone }: { lead: LeadDetail; onDone: () => void }) {
  // As it was when the editing began: what others change meanwhile is not written over.
  const [before] = useState(() => valuesOf(lead));
  const form = useForm({
    initial: before,
    check: (values) => Promise.resolve(issuesOf(leadUpdate.safeParse(changes(before, values)))),
    submit: async (values) => {
      const body = changes(before, values);
      if (Object.keys(body).length > 0) {
        await call(update, { params: { thread_id: lead.thread_id }, body });
        await refresh([list, read, activity]);
      }
      release();
      onDone();
    },
    failed: (error) =>
      toast({ title: 'The lead was not saved', description: messageOf(error, 'Try again.'), tone: 'danger' }),
  });

  const { question, release } = useUnsaved(Object.keys(changes(before, form.values)).length > 0);

  const place = form.form.ref;
  useEffect(() => place.current?.querySelector('input')?.focus(), [place]);

  return (
    <form {...form.form} className="space-y-4">
      <LeadFieldset form={form} columns={1} />
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
