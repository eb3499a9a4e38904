import { cx } from './cx.ts';

interface PaneSwitchProps<Name extends string> {
  /** What is shown in parts: 'Part of the lead'. */
  label: string;
  panes: readonly { name: Name; label: string }[];
  shown: Name;
  onShow: (name: Name) => void;
}

/** On phones one column of a wide dialog at a time; elsewhere it is not there. */
export function PaneSwitch<Name extends string>({ label, panes, shown, onShow }: PaneSwitchProps<Name>) {
  return (
    <fieldset
      aria-label={label}
      className="sticky top-0 z-10 grid grid-cols-2 border-b border-border bg-raised md:hidden"
    >
      {panes.map((pane) => (
        <button
          key={pane.name}
          type="button"
          aria-pressed={shown === pane.name}
          onClick={() => onShow(pane.name)}
          className={cx(
            'control border-b-2 font-medium',
            shown === pane.name ? 'border-brand text-brand-text' : 'border-transparent text-muted',
          )}
        >
          {pane.label}
        </button>
      ))}
    </fieldset>
  );
}
