import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useConnection } from '../realtime.ts';
import { isPlatformOwner, useMe } from '../session.tsx';
import { AccountNotice } from './account-notice.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { TopBar } from './top-bar.tsx';
import { useShellKeys } from './use-shell-keys.ts';

const loadPalette = () => import('./palette.tsx');
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

/** The frame of every signed-in screen: the bar stays, notices and content scroll under it. */
export function Frame() {
  const me = useMe();
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null);
  useShellKeys({ openPalette: () => setOpen('palette'), openKeys: () => setOpen('keys') });
  // The palette is opened in order to type at once, so it is fetched before it is asked for.
  useEffect(() => {
    const timer = setTimeout(() => {
      loadPalette().catch(() => {
        // Opening it fetches it again, and says so when that fails too.
      });
    }, 2000);
    return () => clearTimeout(timer);
  }, []);
  const connection = useConnection();
  const withTabs = !isPlatformOwner(me);

  return (
    <div className={withTabs ? 'workspace' : 'workspace workspace-plain'}>
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-raised px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <TopBar withTabs={withTabs} onSearch={() => setOpen('palette')} onKeys={() => setOpen('keys')} />
      {connection === 'offline' ? <OfflineNotice /> : null}
      <AccountNotice />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto w-full max-w-[1448px] px-4 pt-5 pb-16 outline-none md:px-6"
      >
        <Suspense fallback={null}>
          <Outlet />
        </Suspense>
      </main>
      <Suspense fallback={null}>
        {open === 'palette' ? <Palette onClose={() => setOpen(null)} /> : null}
        {open === 'keys' ? <KeysDialog onClose={() => setOpen(null)} /> : null}
      </Suspense>
    </div>
  );
}
