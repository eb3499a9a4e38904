import type { ComponentType } from 'react';
import { operatorApi } from '#features/billing/operator-contract.ts';
import type { Output } from '#shared/endpoint.ts';
import { useAddress } from '#web/address.ts';
import { useEndpoint } from '#web/query.ts';
import { isPlatformOwner, useMe } from '#web/session.tsx';
import { NotFound } from '#web/shell/not-found.tsx';
import { useTitle } from '#web/shell/title.ts';
import { Loading, Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { Tabs } from '#web/ui/tabs.tsx';
import { platformSettingsApi } from '../settings-contract.ts';
import { FailedJobsTab } from './failed-jobs-tab.tsx';
import { OutboxTab } from './outbox-tab.tsx';
import { InstallationSettings } from './settings-installation.tsx';
import { InvoiceSettingsForm } from './settings-invoices.tsx';
import { LandingSettings } from './settings-landing.tsx';
import { LegalSettings } from './settings-legal.tsx';

const { read } = platformSettingsApi.endpoints;
const { readInvoiceSettings } = operatorApi.endpoints;

export function Screen() {
  const me = useMe();
  return isPlatformOwner(me) ? <Settings /> : <NotFound />;
}

function withSettings<E extends typeof read | typeof readInvoiceSettings>(
  endpoint: E,
  Body: ComponentType<{ settings: Output<E> }>,
): ComponentType {
  return function WithSettings() {
    const settings = useEndpoint(endpoint);
    if (settings.data) return <Body settings={settings.data} />;
    return settings.error ? (
      <ErrorState
        title="The settings could not be loaded"
        error={settings.error}
        onRetry={() => void settings.refetch()}
      />
    ) : (
      <Loading label="Loading the settings">
        <Skeleton className="h-6 w-40" />
        <Skeleton className="mt-3 h-80 rounded-lg" />
      </Loading>
    );
  };
}

const tabs = [
  { key: 'landing', name: 'Landing page', body: withSettings(read, LandingSettings) },
  { key: 'legal', name: 'Legal texts', body: withSettings(read, LegalSettings) },
  { key: 'invoices', name: 'Invoices', body: withSettings(readInvoiceSettings, InvoiceSettingsForm) },
  { key: 'installation', name: 'Installation', body: withSettings(read, InstallationSettings) },
  { key: 'outbox', name: 'Outbox', body: OutboxTab },
  { key: 'failed-jobs', name: 'Failed jobs', body: FailedJobsTab },
] as const;

function Settings() {
  useTitle('Platform Settings');
  const { params, set } = useAddress();
  const current = tabs.find((tab) => tab.key === params.tab) ?? tabs[0];
  const Body = current.body;
  return (
    <>
      <h1 className="text-xl font-semibold tracking-tight">Platform Settings</h1>
      <Tabs label="Platform Settings" tabs={tabs} current={current.key} onSelect={(key) => set({ tab: key })}>
        <Body />
      </Tabs>
    </>
  );
}
