import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keeps an entry of a strip that scrolls sideways in its middle while it is the active one.
 * @returns what the entry takes as its ref; the strip is its parent
 */
export function useCentred<Entry extends HTMLElement>(active: boolean): RefObject<Entry | null> {
  const entry = useRef<Entry>(null);
  useEffect(() => {
    const strip = entry.current?.parentElement;
    if (!active || !strip) return undefined;
    // Figures that come later make entries wider; who has moved the strip by hand is left alone.
    const observer = new ResizeObserver(() => {
      if (!entry.current) return;
      // Only sideways: scrollIntoView would move the page as well.
      const { offsetLeft, offsetWidth } = entry.current;
      strip.scrollLeft = offsetLeft - strip.offsetLeft - (strip.clientWidth - offsetWidth) / 2;
    });
    for (const one of [strip, ...strip.children]) observer.observe(one);
    const stop = () => observer.disconnect();
    strip.addEventListener('pointerdown', stop);
    strip.addEventListener('wheel', stop, { passive: true });
    return () => {
      stop();
      strip.removeEventListener('pointerdown', stop);
      strip.removeEventListener('wheel', stop);
    };
  }, [active]);
  return entry;
}
