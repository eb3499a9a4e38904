import { useAddress } from '#web/address.ts';
import { useTitle } from '#web/shell/title.ts';
import { Tabs } from '#web/ui/tabs.tsx';
import { FailedJobsTab } from './failed-jobs-tab.tsx';
import { OutboxTab } from './outbox-tab.tsx';
import { TenantsTab } from './tenants-tab.tsx';

const tabs = [
  { key: 'tenants', name: 'Tenants', body: TenantsTab },
  { key: 'outbox', name: 'Outbox', body: OutboxTab },
  { key: 'failed-jobs', name: 'Failed jobs', body: FailedJobsTab },
] as const;

/** What the owner of the platform sees instead of a tenant's dashboard, until its own dashboard is there. */
export function Screen() {
  useTitle('Platform');
  const { params, set } = useAddress();
  const current = tabs.find((tab) => tab.key === params.tab) ?? tabs[0];
  const Body = current.body;
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight">Platform</h1>
      <Tabs label="Platform" tabs={tabs} current={current.key} onSelect={(key) => set({ tab: key })}>
        <Body />
      </Tabs>
    </>
  );
}
