import { SelectField } from '#web/ui/field.tsx';
import type { ProspectDetail } from '../contract.ts';
import { prospectStatus, prospectStatusNames } from '../prospect-status.ts';
import { setStatus } from './change-status.ts';

const options = prospectStatus.options.map((status) => ({
  value: status,
  label: prospectStatusNames[status],
}));

export function StatusSelect({ prospect }: { prospect: ProspectDetail }) {
  return (
    <SelectField
      label="Status"
      value={prospect.status}
      options={options}
      onChange={(event) => {
        const status = prospectStatus.safeParse(event.target.value);
        if (status.success) void setStatus(prospect, status.data);
      }}
    />
  );
}
