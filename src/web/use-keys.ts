import { useEffect, useRef } from 'react';

/** Whether a key press belongs to what is being typed or to an open dialog or menu, not to the screen. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select, [contenteditable="true"], [role="menu"]')) return true;
  return document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
}

export type Keys = Record<string, () => void>;

/** Single keys and two-key sequences ('g l') of a screen; off while something is typed or a dialog is open. */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });

  useEffect(() => {
    let first = '';
    let timer: ReturnType<typeof setTimeout> | undefined;
    function onKey(event: KeyboardEvent): void {
      if (isTaken(event)) return;
      const sequence = first ? `${first} ${event.key}` : event.key;
      const action = latest.current[sequence] ?? latest.current[event.key];
      clearTimeout(timer);
      first = '';
      if (action) {
        event.preventDefault();
        action();
      } else if (Object.keys(latest.current).some((entry) => entry.startsWith(`${event.key} `))) {
        first = event.key;
        timer = setTimeout(() => {
          first = '';
        }, 900);
      }
    }
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
      clearTimeout(timer);
    };
  }, []);
}
