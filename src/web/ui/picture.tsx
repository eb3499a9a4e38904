import { useState } from 'react';
import { cx } from './cx.ts';

interface PictureProps {
  src: string;
  alt: string;
  /** Together the shape of the box; the picture's own pixels, or any numbers of the same ratio. */
  width: number;
  height: number;
  /** `cover` fills the box and cuts what is outside; `contain` shows all of it. */
  fit?: 'cover' | 'contain';
  className?: string;
}

/** A picture in a box that has its shape from the start, so that nothing moves when it arrives; one that cannot be loaded says so. */
export function Picture({ src, alt, width, height, fit = 'cover', className }: PictureProps) {
  // With the address that it is about: another picture in the same place begins anew.
  const [outcome, setOutcome] = useState<{ src: string; loaded: boolean } | null>(null);
  const known = outcome?.src === src ? outcome : null;
  const failed = known?.loaded === false;
  return (
    <div
      className={cx('relative w-full overflow-hidden bg-sunken', className)}
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      {known ? null : <span aria-hidden className="skeleton absolute inset-0" />}
      {failed ? (
        <p className="absolute inset-0 grid place-items-center p-2 text-center text-sm text-muted">
          Image Not Available
        </p>
      ) : (
        <img
          key={src}
          src={src}
          alt={alt}
          loading="lazy"
          decoding="async"
          // Pictures from other websites are not told which page shows them.
          referrerPolicy="no-referrer"
          onLoad={() => setOutcome({ src, loaded: true })}
          onError={() => setOutcome({ src, loaded: false })}
          className={cx('relative size-full', fit === 'cover' ? 'object-cover' : 'object-contain')}
        />
      )}
    </div>
  );
}
