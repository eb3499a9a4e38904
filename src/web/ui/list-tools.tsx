import type { ReactNode } from 'react';
import { counted, figure } from '../lib/figure.ts';
import { cx } from './cx.ts';
import type { Option } from './field.tsx';

interface FilterSelectProps {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
}

/** A filter or a sort beside the search box of a list. */
export function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="control field-box select-box w-auto min-w-0 grow max-sm:basis-0 sm:grow-0"
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

interface MatchCountProps {
  /** Rows under the filter; null while it is not known. */
  matching: number | null;
  /** All rows; null while it is not known. */
  total: number | null;
  /** What they are, in the plural. */
  of: string;
  /** What one of them is, where no total stands beside the count. */
  one?: string;
}

/** 'X of Y leads', from counts of the server. */
export function MatchCount({ matching, total, of, one = of }: MatchCountProps) {
  return (
    <output className="figures px-1 text-sm text-muted max-sm:basis-full">
      {matching === null
        ? null
        : total === null
          ? counted(matching, one, of)
          : `${figure(matching)} of ${figure(Math.max(total, matching))} ${of}`}
    </output>
  );
}

interface CountAndActionsProps extends MatchCountProps {
  actions: ReactNode;
  /** Whether the actions take a second line where one is too short. */
  wraps?: boolean;
}

/** The end of a list's tools: the count to the left, what can be done to the right. */
export function CountAndActions({ actions, wraps = false, ...count }: CountAndActionsProps) {
  return (
    <div className="flex grow flex-wrap items-center justify-between gap-2 max-sm:basis-full">
      <MatchCount {...count} />
      <div className={cx('flex gap-2 max-sm:grow max-sm:*:last:ml-auto', wraps && 'flex-wrap')}>
        {actions}
      </div>
    </div>
  );
}
