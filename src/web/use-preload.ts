import { useEffect, useRef } from 'react';

const soonMs = 1500;

/** Fetches the dialogs of a screen once the screen is there, so that they open at once and also without a connection. */
export function usePreload(load: readonly (() => Promise<unknown>)[]): void {
  const loaders = useRef(load);
  useEffect(() => {
    const timer = setTimeout(() => {
      // What cannot be fetched now is fetched, or said, when it is opened.
      void Promise.allSettled(loaders.current.map((one) => one()));
    }, soonMs);
    return () => clearTimeout(timer);
  }, []);
}
