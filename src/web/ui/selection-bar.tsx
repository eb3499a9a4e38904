import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from './button.tsx';
import type { Option } from './field.tsx';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  /** 'Selected leads' */
  label: string;
  selection: Selection;
  /** Rows that the filter matches. */
  matching: number;
  /** What goes on at the moment, in words. */
  busy: string | null;
  /** What can be done with them. */
  children: ReactNode;
}

/** What can be done with the selected rows of a list; it stays at the bottom while any is selected. */
export function SelectionBar({ label, selection, matching, busy, children }: SelectionBarProps) {
  const count = selectedCount(selection, matching);
  if (count === 0) return null;
  return (
    <section
      aria-label={label}
      className="rise sticky bottom-3 z-20 mx-auto mt-3 flex w-fit max-w-full flex-wrap items-center gap-2 rounded-lg border border-border-strong bg-raised py-2 pr-2 pl-4 shadow-float max-sm:bottom-2"
    >
      <p className="figures mr-1 font-medium" aria-live="polite">
        {busy ?? `${count.toLocaleString('en-AU')} selected`}
      </p>
      {!selection.all && selection.ids.size < matching ? (
        <Button look="quiet" onClick={selection.selectAll} disabled={busy !== null}>
          Select all {matching.toLocaleString('en-AU')}
        </Button>
      ) : null}
      {children}
      <IconButton label="Clear the selection" onClick={selection.clear}>
        <X size={16} aria-hidden />
      </IconButton>
    </section>
  );
}

export function selectedCount(selection: Selection, matching: number): number {
  return selection.all ? matching : selection.ids.size;
}

interface PickActionProps {
  label: string;
  /** What the closed list says, such as 'Move to...'. */
  verb: string;
  options: readonly Option[];
  disabled: boolean;
  onPick: (value: string) => void;
}

/** A list of choices that acts at once. */
export function PickAction({ label, verb, options, disabled, onPick }: PickActionProps) {
  return (
    <select
      aria-label={label}
      value=""
      disabled={disabled}
      onChange={(event) => onPick(event.target.value)}
      className="control field-box select-box w-auto"
    >
      <option value="" disabled>
        {verb}
      </option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
