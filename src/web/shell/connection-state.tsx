import { useConnection } from '../realtime.ts';
import { cx } from '../ui/cx.ts';

const words = { live: 'Live', connecting: 'Connecting', offline: 'Offline' };
const titles = {
  live: 'Live: what colleagues change appears here at once',
  connecting: 'Connecting to live updates',
  offline: 'Offline: live updates are interrupted and will be tried again',
};

/** A dot with a word, never colour alone. */
export function ConnectionState() {
  const state = useConnection();
  return (
    <output
      title={titles[state]}
      className="mr-1 inline-flex items-center gap-1.5 rounded-full px-1.5 text-xs font-medium text-muted"
    >
      <span
        aria-hidden
        className={cx(
          'size-2 rounded-full',
          state === 'live' && 'bg-[light-dark(#1a9a5c,#3fcf8a)]',
          state === 'connecting' && 'bg-border-strong',
          state === 'offline' && 'bg-danger',
        )}
      />
      {words[state]}
    </output>
  );
}
