import { listenForInstallPrompt } from './install-prompt.ts';

/** Long enough for the first screen to be there: none of this is needed for it. */
const afterLoadMs = 1500;

/** Makes the application installable, once the page has loaded. */
export function startInstall(): void {
  listenForInstallPrompt();
  // Not while developing: files without a hash must not be kept.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  addEventListener('load', () => setTimeout(() => void register(), afterLoadMs), { once: true });
}

/** A browser that refuses leaves the page as it is: all that is missing is the offline page. */
async function register(): Promise<void> {
  const { registerServiceWorker } = await import('./service-worker-registration.ts');
  await registerServiceWorker().catch(() => undefined);
}
