import { timeOfDay } from '../lib/dates.ts';
import { useZone } from '../session.tsx';
import { Button } from './button.tsx';
import { cx } from './cx.ts';

interface SaveBarProps {
  /** What the button does: 'Save settings'. */
  action: string;
  isChanged: boolean;
  isBusy: boolean;
  /** When it was last saved here; null = not yet. */
  savedAt: string | null;
}

/** The end of a long form: saves, and says whether it is saved. It stays in view while something is not. */
export function SaveBar({ action, isChanged, isBusy, savedAt }: SaveBarProps) {
  const zone = useZone();
  return (
    <div
      className={cx(
        '-mx-4 flex items-center gap-3 px-4 py-3 md:mx-0 md:px-0',
        isChanged && 'sticky bottom-0 border-t border-border bg-bg',
      )}
    >
      <Button type="submit" look="primary" disabled={!isChanged} busy={isBusy && 'Saving...'}>
        {action}
      </Button>
      <output className="figures text-sm text-muted">
        {isChanged ? 'Not saved yet' : savedAt ? `Saved ${timeOfDay(savedAt, zone)}` : null}
      </output>
    </div>
  );
}
