import type { ReactNode, RefObject } from 'react';
import { CountAndActions, FilterSelect } from '#web/ui/list-tools.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { prospectSort, prospectSortNames } from '../contract.ts';
import { prospectStatus, prospectStatusNames } from '../prospect-status.ts';
import { type ProspectFilter, usualSort } from './use-prospects.ts';

interface ProspectsToolsProps {
  filter: ProspectFilter;
  onChange: (patch: Partial<Record<'search' | 'status' | 'sort', string | undefined>>) => void;
  matching: number | null;
  total: number | null;
  searchBox: RefObject<HTMLInputElement | null>;
  actions: ReactNode;
}

const statuses = [
  { value: '', label: 'All statuses' },
  ...prospectStatus.options.map((status) => ({ value: status, label: prospectStatusNames[status] })),
];
const sorts = prospectSort.options.map((sort) => ({ value: sort, label: prospectSortNames[sort] }));

/** Search, status, sort, 'X of Y prospects', and what can be done. */
export function ProspectsTools({
  filter,
  onChange,
  matching,
  total,
  searchBox,
  actions,
}: ProspectsToolsProps) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <SearchField
        label="Search prospects"
        placeholder="Search prospects"
        value={filter.search}
        onSearch={(text) => onChange({ search: text || undefined })}
        box={searchBox}
      />
      <FilterSelect
        label="Status"
        value={filter.status ?? ''}
        options={statuses}
        onChange={(status) => onChange({ status: status || undefined })}
      />
      <FilterSelect
        label="Sort"
        value={filter.sort}
        options={sorts}
        onChange={(sort) => onChange({ sort: sort === usualSort ? undefined : sort })}
      />
      <CountAndActions matching={matching} total={total} of="prospects" actions={actions} wraps />
    </div>
  );
}
