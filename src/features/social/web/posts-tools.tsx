import type { RefObject } from 'react';
import { FilterSelect, MatchCount } from '#web/ui/list-tools.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { platform, platformRules } from '../platforms.ts';
import { postGroup } from '../post-state.ts';
import type { PostFilter } from './hub-address.ts';
import { groupNames } from './post-words.ts';

interface PostsToolsProps {
  filter: PostFilter;
  onChange: (patch: Partial<Record<'search' | 'status' | 'platform', string | undefined>>) => void;
  matching: number | null;
  total: number | null;
  searchBox: RefObject<HTMLInputElement | null>;
}

const all = 'all';
const states = [
  { value: all, label: 'All states' },
  ...postGroup.options.map((group) => ({ value: group, label: groupNames[group] })),
];
const platforms = [
  { value: all, label: 'All platforms' },
  ...platform.options.map((one) => ({ value: one, label: platformRules[one].name })),
];

/** Search, state, platform and 'X of Y posts', in one row. */
export function PostsTools({ filter, onChange, matching, total, searchBox }: PostsToolsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        label="Search posts"
        placeholder="Search text and platform"
        value={filter.search}
        onSearch={(text) => onChange({ search: text || undefined })}
        box={searchBox}
      />
      <FilterSelect
        label="Status"
        value={filter.status ?? all}
        options={states}
        onChange={(status) => onChange({ status: status === all ? undefined : status })}
      />
      <FilterSelect
        label="Platform"
        value={filter.platform ?? all}
        options={platforms}
        onChange={(one) => onChange({ platform: one === all ? undefined : one })}
      />
      <MatchCount matching={matching} total={total ?? matching} of="posts" />
    </div>
  );
}
