import { SelectField } from '#web/ui/field.tsx';
import type { LeadDetail } from '../contract.ts';
import { leadStage, stageNames } from '../stage.ts';
import { changeLead } from './change-lead.ts';

const options = leadStage.options.map((stage) => ({ value: stage, label: stageNames[stage] }));

export function StageSelect({ lead }: { lead: LeadDetail }) {
  return (
    <SelectField
      label="Stage"
      value={lead.stage}
      options={options}
      onChange={(event) =>
        void changeLead(lead, { stage: leadStage.parse(event.target.value) }, 'The stage was not changed')
      }
    />
  );
}
