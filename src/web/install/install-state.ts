/** Specification sections 4 and 9. */
export const installDelays = { afterOfferMs: 3000, iosMs: 3000, withoutOfferMs: 5000 } as const;

const dismissedKey = 'install_dismissed';

export interface Surroundings {
  userAgent: string;
  /** Points of touch at once: an iPad calls itself a Mac. */
  touchPoints: number;
}

/** Whether only the browser's own menu installs: on iOS no browser offers it to pages. */
export function isIos({ userAgent, touchPoints }: Surroundings): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
}

/** Whether the page runs as an installed application already. */
export function isStandalone(): boolean {
  return matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true;
}

/** A banner that was sent away stays away until the browser's session ends. */
export function wasDismissed(): boolean {
  return sessionStorage.getItem(dismissedKey) !== null;
}

export function keepDismissed(): void {
  sessionStorage.setItem(dismissedKey, 'true');
}
