const path = '/service-worker.js';

interface ScriptUrlPolicy {
  /** What it returns is accepted where a script's address is asked for, and reads as its text. */
  createScriptURL: (address: string) => string;
}

declare global {
  /** Trusted Types (https://www.w3.org/TR/trusted-types/), as far as they are used; older browsers have none. */
  interface Window {
    readonly trustedTypes?: {
      createPolicy: (name: string, rules: ScriptUrlPolicy) => ScriptUrlPolicy;
    };
  }
}

/** The one policy that the Content-Security-Policy allows: it lets this one address through. */
function trustedPath(): string {
  const policy = window.trustedTypes?.createPolicy('service-worker', {
    createScriptURL: (address) => {
      if (address !== path) throw new TypeError('Only the service worker may be loaded this way.');
      return address;
    },
  });
  return policy?.createScriptURL(path) ?? path;
}

/** Registers the worker that keeps immutable files and the offline page. Without it everything works but that page. */
export async function registerServiceWorker(): Promise<void> {
  await navigator.serviceWorker.register(trustedPath(), { updateViaCache: 'none' });
}
