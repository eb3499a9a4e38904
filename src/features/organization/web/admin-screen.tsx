import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useAddress } from '#web/address.ts';
import { isPlatformOwner, useCan, useMe } from '#web/session.tsx';
import { SetupCompany } from '#web/shell/feature-calls.ts';
import { useTitle } from '#web/shell/title.ts';
import { Tabs } from '#web/ui/tabs.tsx';
import { IntegrationsTab } from './integrations-tab.tsx';
import { OrganizationTab } from './organization-tab.tsx';
import { SecurityTab } from './security-tab.tsx';
import { SubscriptionTab } from './subscription-tab.tsx';
import { UsersTab } from './users-tab.tsx';

const tabs = [
  { key: 'organization', name: 'Organization', body: OrganizationTab },
  { key: 'users', name: 'Users', body: UsersTab },
  { key: 'subscription', name: 'Subscription', body: SubscriptionTab },
  { key: 'integrations', name: 'Integrations', body: IntegrationsTab },
  { key: 'security', name: 'Security', body: SecurityTab },
] as const;

/** For the owner of the platform alone (specification section 6). */
const newCompany = { key: 'new-company', name: 'New Company', body: SetupCompany } as const;

/** The Admin Panel: owner and admin only; everyone else goes to the dashboard. */
export function Screen() {
  useTitle('Admin Panel');
  const me = useMe();
  const navigate = useNavigate();
  const { params, set } = useAddress();
  const allowed = useCan('organization.manage');
  useEffect(() => {
    if (!allowed) void navigate({ to: '/dashboard', replace: true });
  }, [allowed, navigate]);
  if (!allowed) return null;

  const shown = isPlatformOwner(me) ? [...tabs, newCompany] : tabs;
  const current = shown.find((tab) => tab.key === params.tab) ?? tabs[0];
  const Body = current.body;
  return (
    <div className="mx-auto max-w-[880px]">
      <h1 className="text-xl font-semibold tracking-tight">Admin Panel</h1>
      <Tabs label="Admin Panel" tabs={shown} current={current.key} onSelect={(key) => set({ tab: key })}>
        <Suspense fallback={null}>
          <Body />
        </Suspense>
      </Tabs>
    </div>
  );
}
