import { cx } from '#web/ui/cx.ts';
import { type Platform, platformRules } from '../platforms.ts';

const letters: Readonly<Record<Platform, string>> = { linkedin: 'in', facebook: 'f', instagram: 'ig' };

/** A platform's letters in a small square; with `named` its name beside them, else the name is read aloud. */
export function PlatformMark({ platform, named = false }: { platform: Platform; named?: boolean }) {
  const { name } = platformRules[platform];
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span
        aria-hidden
        className="inline-grid size-5 shrink-0 place-items-center rounded-sm bg-neutral-quiet text-[11px] leading-none font-bold text-muted"
      >
        {letters[platform]}
      </span>
      <span className={cx(!named && 'sr-only')}>{name}</span>
    </span>
  );
}
