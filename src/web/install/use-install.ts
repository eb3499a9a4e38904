import { useEffect, useState } from 'react';
import { askToInstall, canPrompt, onInstallPrompt } from './install-prompt.ts';
import { installDelays, isIos, keepDismissed } from './install-state.ts';

/** What the banner offers: the browser's own question, or words for its menu. */
export type InstallOffer = 'prompt' | 'ios' | 'menu';

/** When the banner shows and what it offers; null = nothing. */
export function useInstall() {
  const [offer, setOffer] = useState<InstallOffer | null>(null);
  const [isOver, setOver] = useState(false);

  useEffect(() => {
    const timers: ReturnType<typeof setTimeout>[] = [];
    const later = (ms: number, next: InstallOffer) =>
      void timers.push(setTimeout(() => setOffer((now) => (now === 'prompt' ? now : next)), ms));
    const offered = () => later(installDelays.afterOfferMs, 'prompt');
    const installed = () => setOver(true);
    if (isIos({ userAgent: navigator.userAgent, touchPoints: navigator.maxTouchPoints })) {
      later(installDelays.iosMs, 'ios');
    } else {
      if (canPrompt()) offered();
      later(installDelays.withoutOfferMs, 'menu');
    }
    const stop = onInstallPrompt(offered);
    addEventListener('appinstalled', installed);
    return () => {
      for (const timer of timers) clearTimeout(timer);
      stop();
      removeEventListener('appinstalled', installed);
    };
  }, []);

  return {
    offer: isOver ? null : offer,
    dismiss: () => {
      keepDismissed();
      setOver(true);
    },
    install: async () => {
      // An offer that was turned down is gone; asking again is up to the browser.
      if (!(await askToInstall())) keepDismissed();
      setOver(true);
    },
  };
}
