import { CatchBoundary } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { tabs } from '../features.ts';
import { hasModule, isPlatformOwner, useMe } from '../session.tsx';
import { Crash } from './crash.tsx';
import { ModuleOffer, PlatformDashboard } from './feature-calls.ts';
import { useActiveTab } from './tab-strip.tsx';
import { useTitle } from './title.ts';

const screens = tabs.map((tab) => ({
  ...tab,
  body: lazy(async () => ({ default: (await tab.screen()).Screen })),
}));

function TabScreen({ tab }: { tab: (typeof screens)[number] }): ReactNode {
  const me = useMe();
  useTitle(tab.name);
  if (tab.module && !tab.coming && !hasModule(me, tab.module)) return <ModuleOffer module={tab.module} />;
  const Body = tab.body;
  return <Body />;
}

/** The dashboard: the tab of the address, or the tenants for the owner of the platform. */
export function Screen() {
  const me = useMe();
  const active = useActiveTab();
  const tab = screens.find((entry) => entry.key === active);
  if (isPlatformOwner(me)) return <PlatformDashboard />;
  if (!tab) return null;
  return (
    <div data-tab={tab.key}>
      <CatchBoundary getResetKey={() => tab.key} errorComponent={Crash}>
        <Suspense fallback={null}>
          <TabScreen tab={tab} />
        </Suspense>
      </CatchBoundary>
    </div>
  );
}
