import { Search, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { IconButton } from '#web/ui/button.tsx';
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

const searchDelayMs = 250;

/** Search, stage, sort, 'X of Y leads', and what can be done, in one row. */
export function LeadsTools({ filter, onChange, matching, total, searchBox, actions }: LeadsToolsProps) {
  const [typed, setTyped] = useState(filter.search);
  const sent = useRef(filter.search);

  useEffect(() => {
    if (filter.search === sent.current) return;
    sent.current = filter.search;
    // The address changed by itself (Back, 'Clear all filters'): the box follows.
    // oxlint-disable-next-line react/set-state-in-effect -- the address is a system outside React.
    setTyped(filter.search);
  }, [filter.search]);

  useEffect(() => {
    if (typed === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = typed;
      onChange({ search: typed || undefined });
    }, searchDelayMs);
    return () => clearTimeout(timer);
  }, [typed, onChange]);

  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <div className="relative min-w-52 grow basis-60 md:max-w-96">
        <Search
          size={16}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
        />
        <input
          ref={searchBox}
          type="text"
          role="searchbox"
          aria-label="Search leads"
          placeholder="Search name, company, email, goal"
          value={typed}
          maxLength={200}
          onChange={(event) => setTyped(event.target.value)}
          className="control field-box px-9"
        />
        {typed ? (
          <IconButton
            label="Clear the search"
            onClick={() => {
              setTyped('');
              searchBox.current?.focus();
            }}
            className="absolute top-0 right-0"
          >
            <X size={15} aria-hidden />
          </IconButton>
        ) : null}
      </div>
      {typed ? (
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
      <select
        aria-label="Stage"
        value={filter.stage ?? ''}
        onChange={(event) => onChange({ stage: event.target.value || undefined })}
        className="control field-box select-box w-auto grow sm:grow-0"
      >
        <option value="">All stages</option>
        {leadStage.options.map((stage) => (
          <option key={stage} value={stage}>
            {stageNames[stage]}
          </option>
        ))}
      </select>
      <select
        aria-label="Sort"
        value={filter.sort}
        onChange={(event) =>
          onChange({ sort: event.target.value === 'latest_updated' ? undefined : event.target.value })
        }
        className="control field-box select-box w-auto grow sm:grow-0"
      >
        {leadSort.options.map((sort) => (
          <option key={sort} value={sort}>
            {leadSortNames[sort]}
          </option>
        ))}
      </select>
      <div className="flex grow flex-wrap items-center justify-between gap-2">
        <output className="figures px-1 text-sm text-muted max-sm:basis-full">
          {matching === null
            ? null
            : total === null
              ? `${matching.toLocaleString('en-AU')} leads`
              : `${matching.toLocaleString('en-AU')} of ${Math.max(total, matching).toLocaleString('en-AU')} leads`}
        </output>
        <div className="flex gap-2 max-sm:grow max-sm:*:last:ml-auto">{actions}</div>
      </div>
    </div>
  );
}
