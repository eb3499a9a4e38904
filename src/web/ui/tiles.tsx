import { cx } from './cx.ts';
import { Skeleton } from './skeleton.tsx';

interface Tile {
  key: string;
  label: string;
  /** null while it is not known. */
  count: number | null;
}

interface TilesProps {
  label: string;
  tiles: readonly Tile[];
  /** The figures could not be read: a dash instead of an endless skeleton; the tiles still filter. */
  failed?: boolean;
  selected: string;
  onSelect: (key: string) => void;
}

/** A row of figures that filter the list below them. On phones it scrolls by itself. */
export function Tiles({ label, tiles, failed = false, selected, onSelect }: TilesProps) {
  return (
    <fieldset
      className="no-scrollbar -mx-4 min-w-0 flex gap-2 overflow-x-auto px-4 py-1 sm:gap-3 md:mx-0 md:px-0"
      aria-label={label}
    >
      {tiles.map((tile) => {
        const on = tile.key === selected;
        return (
          <button
            key={tile.key}
            type="button"
            aria-pressed={on}
            onClick={() => onSelect(tile.key)}
            className={cx(
              'flex shrink-0 grow basis-28 flex-col items-start rounded-lg border px-3.5 py-2.5 text-left whitespace-nowrap md:px-4 md:py-3',
              'transition-colors duration-[120ms] ease-out',
              on ? 'border-theme bg-theme-quiet' : 'border-border bg-surface hover:border-border-strong',
            )}
          >
            <span className={cx('text-sm', on ? 'font-medium text-theme' : 'text-muted')}>{tile.label}</span>
            {tile.count === null && failed ? (
              <span title="The figure could not be loaded" className="mt-0.5 text-xl text-muted">
                –
              </span>
            ) : tile.count === null ? (
              <Skeleton className="late mt-2 mb-1.5 h-4 w-10" />
            ) : (
              <span className="figures mt-0.5 text-xl font-semibold">
                {tile.count.toLocaleString('en-AU')}
              </span>
            )}
          </button>
        );
      })}
    </fieldset>
  );
}
