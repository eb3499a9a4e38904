import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

export interface Place {
  row: number;
  column: number;
}

interface GridCells {
  /** The cell that Tab reaches. */
  current: Place;
  setCurrent: (place: Place) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

interface GridCellsOptions {
  grid: RefObject<HTMLElement | null>;
  rows: number;
  columns: number;
  /** Columns that are in the page, of those that there are. */
  shown: { first: number; last: number };
  /** Brings a column into the page that is not in it. */
  showColumn: (column: number) => void;
  onOpen: (place: Place) => void;
}

const pageRows = 10;

/** Arrow keys from cell to cell, Enter opens: the grid pattern of the ARIA Authoring Practices. Cells have `data-cell="row:column"`. */
export function useGridCells(options: GridCellsOptions): GridCells {
  const { grid, rows, columns, shown, showColumn, onOpen } = options;
  const [place, setPlace] = useState<Place>({ row: 0, column: 0 });
  const goingTo = useRef<Place | null>(null);

  // A column that is brought into the page is drawn some frames later: each drawing looks whether it is there.
  useEffect(() => {
    const next = goingTo.current;
    if (!next) return;
    const cell = grid.current?.querySelector<HTMLElement>(`[data-cell="${next.row}:${next.column}"]`);
    if (!cell) return;
    goingTo.current = null;
    cell.focus();
  });

  function goTo({ row, column }: Place): void {
    const next = {
      row: Math.min(Math.max(row, 0), rows - 1),
      column: Math.min(Math.max(column, 0), columns - 1),
    };
    goingTo.current = next;
    setPlace(next);
    showColumn(next.column);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { row, column } = place;
    const all = event.ctrlKey || event.metaKey;
    const steps: Record<string, () => void> = {
      ArrowUp: () => goTo({ row: row - 1, column }),
      ArrowDown: () => goTo({ row: row + 1, column }),
      ArrowLeft: () => goTo({ row, column: column - 1 }),
      ArrowRight: () => goTo({ row, column: column + 1 }),
      PageUp: () => goTo({ row: row - pageRows, column }),
      PageDown: () => goTo({ row: row + pageRows, column }),
      Home: () => goTo({ row: all ? 0 : row, column: 0 }),
      End: () => goTo({ row: all ? rows - 1 : row, column: columns - 1 }),
      Enter: () => onOpen(place),
      ' ': () => onOpen(place),
    };
    const step = event.altKey ? undefined : steps[event.key];
    if (!step) return;
    event.preventDefault();
    step();
  }

  // Scrolled away by hand: Tab still finds a cell.
  const column = Math.min(Math.max(place.column, shown.first), shown.last);
  return {
    current: { row: Math.min(place.row, Math.max(rows - 1, 0)), column },
    setCurrent: setPlace,
    onKeyDown,
  };
}
