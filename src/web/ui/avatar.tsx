import { cx } from './cx.ts';

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** First two letters of a name (contract section 6), whatever the script. */
export function initials(name: string): string {
  const two: string[] = [];
  for (const { segment } of letters.segment(name.trim())) {
    if (two.push(segment) === 2) break;
  }
  return two.join('').toLocaleUpperCase('en-AU');
}

export function Avatar({ name, size = 'medium' }: { name: string; size?: 'small' | 'medium' | 'large' }) {
  return (
    <span
      aria-hidden
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-full bg-neutral-quiet font-semibold text-muted select-none',
        size === 'small' && 'size-7 text-xs',
        size === 'medium' && 'size-9 text-sm',
        size === 'large' && 'size-11 text-base',
      )}
    >
      {initials(name) || '?'}
    </span>
  );
}
