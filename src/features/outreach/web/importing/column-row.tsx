import {
  type ProspectField,
  prospectField,
  prospectFieldNames,
  prospectFields,
} from '#features/outreach/contract.ts';
import type { ImportColumn } from '#features/outreach/import-contract.ts';
import { cx } from '#web/ui/cx.ts';
import { SelectField } from '#web/ui/field.tsx';

export const columnGrid =
  'md:grid md:grid-cols-[minmax(0,1fr)_minmax(0,2.4fr)_220px] md:items-center md:gap-4';
const shownCells = 3;

interface ColumnRowProps {
  column: ImportColumn;
  /** Where all columns go. */
  fields: readonly (ProspectField | null)[];
  headers: readonly ImportColumn[];
  disabled: boolean;
  onAssign: (field: ProspectField | null) => void;
}

/** One column of the file: its name, its cells in the first rows, and where it goes. */
export function ColumnRow({ column, fields, headers, disabled, onAssign }: ColumnRowProps) {
  const field = fields[column.index] ?? null;
  return (
    <li className={cx(columnGrid, 'px-5 py-2.5', field === null && 'bg-sunken')}>
      <p
        dir="auto"
        title={column.header}
        className={cx('truncate text-left font-medium', field === null && 'text-muted')}
      >
        {column.header}
      </p>
      <div className="grid grid-cols-3 gap-3 text-sm text-muted max-md:my-1.5">
        {column.samples.slice(0, shownCells).map((cell, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: cells are told apart by their row.
          <span key={index} dir="auto" title={cell} className="truncate text-left">
            {cell.trim() === '' ? <span className="italic">empty</span> : cell}
          </span>
        ))}
      </div>
      <SelectField
        label={`“${column.header}” goes to`}
        labelHidden
        value={field ?? ''}
        disabled={disabled}
        onChange={(event) => {
          const chosen = prospectField.safeParse(event.target.value);
          onAssign(chosen.success ? chosen.data : null);
        }}
        options={[
          { value: '', label: 'Not imported' },
          ...prospectFields.map((one) => ({
            value: one,
            label: labelOf(one, column.index, fields, headers),
          })),
        ]}
      />
    </li>
  );
}

/** The name of a field, and the column that would lose it. */
function labelOf(
  field: ProspectField,
  own: number,
  fields: readonly (ProspectField | null)[],
  headers: readonly ImportColumn[],
): string {
  const holder = fields.indexOf(field);
  const name = prospectFieldNames[field];
  return holder === -1 || holder === own ? name : `${name} (now from “${headers[holder]?.header ?? ''}”)`;
}
