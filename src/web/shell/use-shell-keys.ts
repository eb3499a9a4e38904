import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { tabs } from '../features.ts';
import { isPlatformOwner, useMe } from '../session.tsx';
import { useKeys } from '../use-keys.ts';

/** Keys that work on every screen: `g …` goes to a tab, `?` lists the keys, Ctrl or Cmd K opens the palette. */
export function useShellKeys({
  openPalette,
  openKeys,
}: {
  openPalette: () => void;
  openKeys: () => void;
}): void {
  const navigate = useNavigate();
  const withTabs = !isPlatformOwner(useMe());
  const jumps = withTabs
    ? tabs.map((tab) => [
        `g ${tab.shortcut}`,
        () => void navigate({ to: '/tenant/dashboard', search: { tab: tab.key } }),
      ])
    : [];
  useKeys({ ...Object.fromEntries(jumps), '?': openKeys });

  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      event.preventDefault();
      openPalette();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [openPalette]);
}
