import { CatchBoundary } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import type { FeatureTab } from '../feature.ts';
import { tabs } from '../features.ts';
import { hasModule, isPlatformOwner, useMe } from '../session.tsx';
import { Crash } from './crash.tsx';
import { ModuleOffer, TenantsList } from './feature-calls.ts';
import { defaultTab, useActiveTab } from './tab-strip.tsx';
import { useTitle } from './title.ts';

const screens = new Map(
  tabs.map((tab) => [tab.key, lazy(async () => ({ default: (await tab.screen()).Screen }))]),
);

function TabScreen({ tab }: { tab: FeatureTab }): ReactNode {
  const me = useMe();
  useTitle(tab.name);
  const Screen = screens.get(tab.key);
  if (tab.module && !tab.coming && !hasModule(me, tab.module)) return <ModuleOffer module={tab.module} />;
  return Screen ? <Screen /> : null;
}

/** The dashboard: the tab of the address, or the tenants for the owner of the platform. */
export function Screen() {
  const me = useMe();
  const active = useActiveTab();
  const tab = tabs.find((entry) => entry.key === (active ?? defaultTab));
  if (isPlatformOwner(me)) return <TenantsList />;
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
