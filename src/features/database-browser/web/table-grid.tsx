import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { cx } from '#web/ui/cx.ts';
import type { Cell, Column, Row } from '../contract.ts';
import { CellDialog } from './cell-dialog.tsx';
import { KeyBadges } from './key-badges.tsx';
import { cellText } from './table-words.ts';
import { type Place, useGridCells } from './use-grid-cells.ts';

/** A title is read on hover; what is longer is in the dialog. Characters. */
const titleLimit = 500;

/** Width of a column by its type, pixels. */
function widthOf({ type, name }: Column): number {
  if (type === 'uuid' || type.startsWith('timestamp')) return 224;
  if (type === 'integer' || type === 'bigint' || type === 'boolean')
    return Math.max(120, name.length * 9 + 40);
  return Math.max(208, name.length * 9 + 40);
}

interface TableGridProps {
  name: string;
  columns: readonly Column[];
  rows: readonly Row[];
  /** Number of the first row in the whole table, from 1. */
  firstRow: number;
  total: number;
}

/** One page of the table: scrolls in itself both ways, and only the columns that are seen are in the page. */
export function TableGrid({ name, columns, rows, firstRow, total }: TableGridProps) {
  const box = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<Place | null>(null);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not used here.
  const virtual = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => {
      const column = columns[index];
      return column ? widthOf(column) : 0;
    },
    overscan: 2,
  });
  const shown = virtual.getVirtualItems();
  const first = shown[0];
  const last = shown.at(-1);
  const before = first?.start ?? 0;
  const after = virtual.getTotalSize() - (last?.end ?? 0);
  const cells = useGridCells({
    grid: box,
    rows: rows.length,
    columns: columns.length,
    shown: { first: first?.index ?? 0, last: last?.index ?? 0 },
    showColumn: (column) => virtual.scrollToIndex(column),
    onOpen: setOpen,
  });
  const openColumn = open ? columns[open.column] : undefined;
  const key = columns.filter(({ primaryKey }) => primaryKey);

  return (
    <>
      <div ref={box} className="max-h-[min(70dvh,760px)] min-h-40 overflow-auto overscroll-x-contain">
        <table
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a grid by its pattern.
          role="grid"
          aria-label={`Rows of ${name}`}
          aria-readonly
          aria-rowcount={total + 1}
          aria-colcount={columns.length}
          className="table-fixed border-separate border-spacing-0 text-left"
          style={{ width: virtual.getTotalSize(), minWidth: '100%' }}
          onKeyDown={cells.onKeyDown}
        >
          <colgroup>
            <col style={{ width: before }} />
            {shown.map(({ index, size }) => (
              <col key={index} style={{ width: size }} />
            ))}
            <col style={after > 0 ? { width: after } : undefined} />
          </colgroup>
          <thead className="sticky top-0 z-1">
            <tr aria-rowindex={1}>
              <Gap header />
              {shown.map(({ index }) => {
                const column = columns[index];
                return column ? (
                  <th
                    key={column.name}
                    scope="col"
                    aria-colindex={index + 1}
                    className="border-b border-border bg-sunken px-3 py-2 align-top font-medium"
                  >
                    <span className="flex items-center gap-1.5">
                      <span className="truncate" title={column.name}>
                        {column.name}
                      </span>
                      <KeyBadges column={column} />
                    </span>
                    <span className="block truncate text-xs font-normal text-muted" title={column.type}>
                      {column.type}
                    </span>
                  </th>
                ) : null;
              })}
              <Gap header />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, rowIndex) => (
              <tr
                key={key.map((column) => String(row[column.name])).join(' ')}
                aria-rowindex={firstRow + rowIndex + 1}
                className="h-11 hover:bg-hover"
              >
                <Gap />
                {shown.map(({ index }) => {
                  const column = columns[index];
                  return column ? (
                    <GridCell
                      key={column.name}
                      value={row[column.name] ?? null}
                      place={{ row: rowIndex, column: index }}
                      reached={cells.current.row === rowIndex && cells.current.column === index}
                      onFocus={cells.setCurrent}
                      onOpen={setOpen}
                    />
                  ) : null;
                })}
                <Gap />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {open && openColumn ? (
        <CellDialog
          column={openColumn}
          value={rows[open.row]?.[openColumn.name] ?? null}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  );
}

/** Holds the place of the columns that are not in the page. */
function Gap({ header = false }: { header?: boolean }) {
  const className = cx('border-b border-border p-0', header && 'bg-sunken');
  return <td aria-hidden className={className} />;
}

interface GridCellProps {
  value: Cell;
  place: Place;
  /** Whether Tab comes here. */
  reached: boolean;
  onFocus: (place: Place) => void;
  onOpen: (place: Place) => void;
}

function GridCell({ value, place, reached, onFocus, onOpen }: GridCellProps) {
  const text = cellText(value);
  return (
    <td
      tabIndex={reached ? 0 : -1}
      data-cell={`${place.row}:${place.column}`}
      aria-colindex={place.column + 1}
      title={text.length > titleLimit ? `${text.slice(0, titleLimit)}…` : text}
      dir="auto"
      onFocus={() => onFocus(place)}
      onClick={() => {
        // Marking text with the mouse ends in a click as well.
        if (getSelection()?.isCollapsed !== false) onOpen(place);
      }}
      className={cx(
        'cursor-pointer truncate border-b border-border px-3 outline-offset-[-2px]',
        typeof value === 'number' ? 'figures text-right' : 'text-left',
        value === null && 'text-muted italic',
      )}
    >
      {text}
    </td>
  );
}
