import type { ReactNode, RefObject } from 'react';
import { CountAndActions, FilterSelect } from '#web/ui/list-tools.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { leadSort, leadSortNames } from '../contract.ts';
import { leadStage, stageNames } from '../stage.ts';
import type { LeadFilter } from './use-leads.ts';

interface LeadsToolsProps {
  filter: LeadFilter;
  onChange: (patch: {
    search?: string | undefined;
    in?: string | undefined;
    stage?: string | undefined;
    sort?: string | undefined;
  }) => void;
  matching: number | null;
  total: number | null;
  searchBox: RefObject<HTMLInputElement | null>;
  actions: ReactNode;
}

const stages = [
  { value: '', label: 'All stages' },
  ...leadStage.options.map((stage) => ({ value: stage, label: stageNames[stage] })),
];
const sorts = leadSort.options.map((sort) => ({ value: sort, label: leadSortNames[sort] }));

/** Search, stage, sort, 'X of Y leads', and what can be done, in one row. */
export function LeadsTools({ filter, onChange, matching, total, searchBox, actions }: LeadsToolsProps) {
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <SearchField
        label="Search leads"
        placeholder="Search name, company, email, goal"
        value={filter.search}
        onSearch={(text) => onChange({ search: text || undefined })}
        box={searchBox}
      />
      {filter.search ? (
        <label className="control flex items-center gap-2 px-1 whitespace-nowrap">
          <input
            type="checkbox"
            className="size-4.5 accent-brand"
            checked={filter.searchMessages}
            onChange={(event) => onChange({ in: event.target.checked ? 'messages' : undefined })}
          />
          also in messages
        </label>
      ) : null}
      <FilterSelect
        label="Stage"
        value={filter.stage ?? ''}
        options={stages}
        onChange={(stage) => onChange({ stage: stage || undefined })}
      />
      <FilterSelect
        label="Sort"
        value={filter.sort}
        options={sorts}
        onChange={(sort) => onChange({ sort: sort === 'latest_updated' ? undefined : sort })}
      />
      <CountAndActions matching={matching} total={total} of="leads" actions={actions} />
    </div>
  );
}
