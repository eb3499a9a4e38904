import { Mark } from '../shell/brand.tsx';
import { Button } from '../ui/button.tsx';
import { useNarrow } from '../ui/use-narrow.ts';
import { type InstallOffer, useInstall } from './use-install.ts';

const words: Record<InstallOffer, string> = {
  prompt: 'It opens from your home screen, in a window of its own.',
  ios: 'Tap the Share button of your browser, then “Add to Home Screen”.',
  menu: 'Open the menu of your browser and choose “Install app” or “Add to Home screen”.',
};

/** Offers on phones to install the application. */
export function InstallBanner() {
  const isNarrow = useNarrow();
  const { offer, dismiss, install } = useInstall();
  if (!isNarrow || offer === null) return null;
  return (
    <section
      aria-label="Install AI Hub"
      className="rise fixed inset-x-3 bottom-3 z-30 flex items-start gap-3 rounded-lg border border-border-strong bg-raised p-3.5 shadow-float"
    >
      <Mark size={36} />
      <div className="min-w-0 grow">
        <p className="font-semibold">Install AI Hub</p>
        <p className="text-sm text-muted">{words[offer]}</p>
        <div className="mt-2.5 flex gap-2">
          {offer === 'prompt' ? (
            <Button look="primary" onClick={() => void install()}>
              Install
            </Button>
          ) : null}
          <Button onClick={dismiss}>Not now</Button>
        </div>
      </div>
    </section>
  );
}
