/** Chromium's event that offers an installation (https://wicg.github.io/manifest-incubations/#beforeinstallpromptevent-interface). */
interface InstallPromptEvent extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

function isInstallPrompt(event: Event): event is InstallPromptEvent {
  return 'prompt' in event && typeof event.prompt === 'function';
}

let offered: InstallPromptEvent | null = null;
const listeners = new Set<() => void>();

/** Keeps the browser's offer, which comes when it likes, for the banner that asks at its own time. */
export function listenForInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallPrompt(event)) return;
    event.preventDefault();
    offered = event;
    for (const listener of listeners) listener();
  });
}

/** Whether the browser has offered to install the application. */
export function canPrompt(): boolean {
  return offered !== null;
}

export function onInstallPrompt(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the browser's own question. True when the person agreed; an offer is good for one question. */
export async function askToInstall(): Promise<boolean> {
  const event = offered;
  offered = null;
  if (!event) return false;
  return (await event.prompt()).outcome === 'accepted';
}
