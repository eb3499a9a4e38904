import { useRef } from 'react';

/** Radix gives the focus back to a dialog's trigger; dialogs opened by an address or a key have none, so it is remembered here. */
export function useFocusReturn(): { remember: () => void; giveBack: () => void } {
  const before = useRef<Element | null>(null);
  return {
    remember: () => {
      before.current = document.activeElement;
    },
    giveBack: () => {
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
    },
  };
}
