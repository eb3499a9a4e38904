import { dashboardApi } from '#features/dashboard/contract.ts';
import { ApiError, call } from '#web/api.ts';
import { keyOf, queryClient, refresh } from '#web/query.ts';
import { toast } from '#web/toast.ts';
import { SelectField } from '#web/ui/field.tsx';
import { type LeadDetail, leadsApi } from '../contract.ts';
import { type LeadStage, leadStage, stageNames } from '../stage.ts';
import { patchLists } from './use-leads.ts';

const { read, update, list } = leadsApi.endpoints;
const options = leadStage.options.map((stage) => ({ value: stage, label: stageNames[stage] }));

function show(lead: LeadDetail, stage: LeadStage): void {
  const params = { thread_id: lead.thread_id };
  queryClient.setQueryData<LeadDetail>(keyOf(read, { params }), (data) => (data ? { ...data, stage } : data));
  patchLists({ thread_id: lead.thread_id, stage });
}

/** Shows the new stage at once, and the old one again with the reason if the server refuses. */
async function move(lead: LeadDetail, stage: LeadStage): Promise<void> {
  const before = lead.stage;
  show(lead, stage);
  try {
    await call(update, { params: { thread_id: lead.thread_id }, body: { stage } });
  } catch (error) {
    show(lead, before);
    toast({
      title: 'The stage was not changed',
      description: error instanceof ApiError ? error.message : 'Try again in a moment.',
      tone: 'danger',
    });
  }
  await refresh([list, read, dashboardApi.endpoints.stats]);
}

export function StageSelect({ lead }: { lead: LeadDetail }) {
  return (
    <SelectField
      label="Stage"
      value={lead.stage}
      options={options}
      onChange={(event) => void move(lead, leadStage.parse(event.target.value))}
    />
  );
}
